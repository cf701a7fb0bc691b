package dev.weir.engine.simulation.world;

import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.simulation.program.Topology.Promise;
import java.time.Duration;

/** How a schedule's checkpoints are cut. */
public enum Mode {
    ALIGNED,
    /** Aligned, several rounds under way at once. */
    CONCURRENT,
    AT_LEAST_ONCE,
    UNALIGNED,
    ALIGNED_WITH_TIMEOUT;

    private static final int LONGEST_TIMEOUT_MILLIS = 8;

    Cut cut(Draws draws) {
        return switch (this) {
            case ALIGNED, CONCURRENT -> Cut.ALIGNED;
            case AT_LEAST_ONCE -> Cut.AT_LEAST_ONCE;
            case UNALIGNED -> Cut.UNALIGNED;
            case ALIGNED_WITH_TIMEOUT -> Cut.alignedFor(Duration.ofMillis(draws.between(1, LONGEST_TIMEOUT_MILLIS)));
        };
    }

    boolean isUnaligned() {
        return this == UNALIGNED || this == ALIGNED_WITH_TIMEOUT;
    }

    Promise promise() {
        return this == AT_LEAST_ONCE ? Promise.AT_LEAST_ONCE : Promise.EXACTLY_ONCE;
    }
}
