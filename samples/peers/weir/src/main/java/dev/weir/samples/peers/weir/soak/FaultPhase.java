package dev.weir.samples.peers.weir.soak;

/** Where user code throws. */
enum FaultPhase {
    ENUMERATOR_START("enumeratorStart"),
    ENUMERATOR_SNAPSHOT("enumeratorSnapshot"),
    ENUMERATOR_NOTICE("enumeratorNotice"),
    ENUMERATOR_CLOSE("enumeratorClose"),
    READER_OPEN("readerOpen"),
    READER_POLL("readerPoll"),
    READER_SNAPSHOT("readerSnapshot"),
    READER_NOTICE("readerNotice"),
    READER_CLOSE("readerClose"),
    FUNCTION_OPEN("functionOpen"),
    FUNCTION_PROCESS("functionProcess"),
    FUNCTION_TIMER("functionTimer"),
    FUNCTION_CLOSE("functionClose"),
    SINK_OPEN("sinkOpen"),
    SINK_BEGIN("sinkBegin"),
    SINK_WRITE("sinkWrite"),
    SINK_PREPARE("sinkPrepare"),
    /** Preparing fails later, on another thread. */
    SINK_FLUSH("sinkFlush"),
    SINK_CLOSE("sinkClose"),
    COMMITTER_OPEN("committerOpen"),
    /** The target refuses a commit, and all later ones of the same writer until that one has been made. */
    COMMIT_REFUSED("commitRefused"),
    /** The target commits, but the answer is lost. */
    COMMIT_UNCONFIRMED("commitUnconfirmed"),
    /** Aborting what older attempts left. */
    SWEEP("sweep"),
    COMMITTER_CLOSE("committerClose"),
    /** Writing a token into the checkpoint. */
    TOKEN_ENCODE("tokenEncode");

    private final String label;

    FaultPhase(String label) {
        this.label = label;
    }

    /** The phase in the names of figures: letters. */
    String label() {
        return label;
    }
}
