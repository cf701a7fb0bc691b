package dev.weir.engine.checkpoint;

/** Checkpoint ids out of blocks that the job's log has reserved. Ids strictly rise; one is never given out twice. */
final class CheckpointIds {

    static final int BLOCK = 100;

    private static final int LOW = 10;

    private long next;
    private long end;
    private long nextBlock;
    private long nextBlockEnd;
    private boolean asked;

    boolean isEmpty() {
        return next == end && nextBlock == nextBlockEnd;
    }

    /** The next id. @throws IllegalStateException where there is none */
    long take() {
        if (isEmpty()) {
            throw new IllegalStateException("no checkpoint id is reserved");
        }
        if (next == end) {
            next = nextBlock;
            end = nextBlockEnd;
            nextBlock = nextBlockEnd;
        }
        return next++;
    }

    /** Whether a block should be asked for now; true once per block. */
    boolean shouldAsk() {
        boolean low = nextBlock == nextBlockEnd && end - next < LOW;
        if (!low || asked) {
            return false;
        }
        asked = true;
        return true;
    }

    /** Adds a block. One that was not asked for, or that doesn't rise, is dropped: unused ids are no loss. */
    void reserved(long first, int count) {
        if (!asked || count < 1 || first < end) {
            return;
        }
        asked = false;
        nextBlock = first;
        nextBlockEnd = first + count;
    }

    void refused() {
        asked = false;
    }
}
