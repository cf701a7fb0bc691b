package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import java.util.Optional;

/**
 * What a failed round means to its attempt. A checkpoint's failure is tolerated as often in a row as the settings say; a
 * savepoint's is its requester's matter, unless it was that of a drain: its sources have said that nothing more comes, and
 * what that made due must not be kept while they have more to read.
 */
final class RoundFailures {

    private final int tolerable;
    private int inARow;

    RoundFailures(int tolerable) {
        this.tolerable = tolerable;
    }

    /** A checkpoint has completed, or an attempt begins. */
    void reset() {
        inARow = 0;
    }

    /** What those are told who asked for a round that failed. */
    static String told(Round round, String reason) {
        return round.kind() == SnapshotKind.DRAIN
                ? reason + "; its sources were told that their data ends, so the job can't go on from here: the attempt"
                        + " ends, and a restart goes back to before the drain"
                : reason;
    }

    /** A round of the running attempt has failed. @return why the attempt fails with it, empty where it goes on */
    Optional<String> onFailed(Round round, String reason) {
        return switch (round.kind()) {
            case CHECKPOINT -> count("checkpoint " + round.id() + ": " + reason);
            case SAVEPOINT, STOP -> Optional.empty();
            case DRAIN ->
                Optional.of("a drain ends with its savepoint, and savepoint " + round.id() + " failed: " + reason
                        + "; ask for it again once the job runs");
        };
    }

    /** Counts one more failure. @return why the attempt fails with it, empty where it is tolerated */
    Optional<String> count(String reason) {
        inARow++;
        return inARow <= tolerable
                ? Optional.empty()
                : Optional.of("checkpoints may fail in a row as often as tolerated: tolerable-failures=" + tolerable
                        + ", failed in a row=" + inARow + ", the last: " + reason
                        + "; remove the cause or raise weir.checkpoint.tolerable-failures");
    }
}
