package dev.weir.engine.checkpoint;

/** The timers of rounds. Starting one that runs replaces it; one that fires late or for nothing changes nothing. */
public sealed interface RoundTimer {

    /** A round may be due. */
    record NextRound() implements RoundTimer {}

    /** A round has had its time. */
    record Timeout(long checkpointId) implements RoundTimer {}

    /** A publication of unknown outcome is asked about again. */
    record AskAgain(long checkpointId) implements RoundTimer {}

    /** The last round's notice is repeated to those that haven't confirmed it. */
    record RepeatNotice(long checkpointId) implements RoundTimer {}

    /** A published savepoint has had its time to be followed by a checkpoint and confirmed. */
    record SavepointTimeout(long checkpointId) implements RoundTimer {}
}
