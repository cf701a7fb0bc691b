package dev.weir.engine.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When checkpoints are taken ({@code weir.checkpoint.*}).
 *
 * @param interval time between triggers; null switches periodic checkpoints off
 * @param timeout a round not complete by then is given up and its files are removed
 * @param minPause shortest time from the end of one round to the start of the next
 * @param maxConcurrent rounds under way at once
 * @param tolerableFailures consecutive failed rounds the job survives
 * @param inlineThresholdBytes a subtask's state below this goes into the manifest instead of a file
 * @param retained completed checkpoints kept
 */
public record CheckpointSettings(
        @Nullable Duration interval,
        Duration timeout,
        Duration minPause,
        int maxConcurrent,
        int tolerableFailures,
        int inlineThresholdBytes,
        int retained) {

    public static final CheckpointSettings DEFAULT =
            new CheckpointSettings(Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ZERO, 1, 3, 20 * 1024, 1);

    public CheckpointSettings {
        if (interval != null) {
            Rules.positive("weir.checkpoint.interval", interval);
        }
        Rules.positive("weir.checkpoint.timeout", timeout);
        Rules.notNegative("weir.checkpoint.min-pause", minPause);
        Rules.atLeast("weir.checkpoint.max-concurrent", maxConcurrent, 1);
        Rules.atLeast("weir.checkpoint.tolerable-failures", tolerableFailures, 0);
        Rules.atLeast("weir.checkpoint.inline-threshold", inlineThresholdBytes, 0);
        Rules.atLeast("weir.checkpoint.retained", retained, 1);
        if (!minPause.isZero() && maxConcurrent > 1) {
            throw new IllegalArgumentException("weir.checkpoint.min-pause allows one round at a time: min-pause="
                    + minPause + ", max-concurrent=" + maxConcurrent + "; set max-concurrent to 1 or min-pause to 0");
        }
    }

    public CheckpointSettings withInterval(@Nullable Duration value) {
        return new CheckpointSettings(
                value, timeout, minPause, maxConcurrent, tolerableFailures, inlineThresholdBytes, retained);
    }
}
