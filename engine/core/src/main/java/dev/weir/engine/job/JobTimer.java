package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundTimer;
import dev.weir.engine.protocol.Fence;

/** The timers of a job. Starting one that runs replaces it; one that fires late or for nothing changes nothing. */
public sealed interface JobTimer {

    record OfRounds(RoundTimer timer) implements JobTimer {}

    /** The delay before the attempt after this one is over. */
    record Restart(Fence after) implements JobTimer {}

    /** The attempt had its time to stop. */
    record StopTimeout(Fence fence) implements JobTimer {}
}
