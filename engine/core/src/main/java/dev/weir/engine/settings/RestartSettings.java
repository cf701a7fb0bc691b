package dev.weir.engine.settings;

import java.time.Duration;

/** When a failed job is started again ({@code weir.restart.*}). */
public sealed interface RestartSettings {

    RestartSettings DEFAULT =
            new ExponentialDelay(Duration.ofSeconds(1), Duration.ofMinutes(1), 2.0, 0.1, Duration.ofMinutes(10));

    /** The first failure fails the job. */
    record None() implements RestartSettings {}

    /**
     * A bounded number of restarts.
     *
     * @param attempts restarts allowed
     * @param delay before each
     */
    record FixedDelay(int attempts, Duration delay) implements RestartSettings {
        public FixedDelay {
            Rules.atLeast("weir.restart.attempts", attempts, 1);
            Rules.notNegative("weir.restart.delay", delay);
        }
    }

    /**
     * Unlimited restarts; the first at once, then growing delays.
     *
     * @param jitter share of the delay by which it varies at random, 0..1
     * @param reset the delay starts over after this long without a failure
     */
    record ExponentialDelay(Duration initial, Duration max, double multiplier, double jitter, Duration reset)
            implements RestartSettings {
        public ExponentialDelay {
            Rules.positive("weir.restart.initial-delay", initial);
            Rules.positive("weir.restart.max-delay", max);
            Rules.positive("weir.restart.reset-after", reset);
            if (!(multiplier >= 1.0) || Double.isInfinite(multiplier)) {
                throw new IllegalArgumentException("weir.restart.multiplier must be at least 1: got " + multiplier);
            }
            if (!(jitter >= 0.0 && jitter <= 1.0)) {
                throw new IllegalArgumentException("weir.restart.jitter must be in 0..1: got " + jitter);
            }
        }
    }

    /**
     * A bounded number of failures in a sliding interval.
     *
     * @param failures allowed within {@code interval}; one more fails the job
     */
    record FailureRate(int failures, Duration interval, Duration delay) implements RestartSettings {
        public FailureRate {
            Rules.atLeast("weir.restart.failures", failures, 1);
            Rules.positive("weir.restart.interval", interval);
            Rules.notNegative("weir.restart.delay", delay);
        }
    }
}
