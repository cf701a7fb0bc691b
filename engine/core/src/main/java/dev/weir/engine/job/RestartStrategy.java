package dev.weir.engine.job;

import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.RestartSettings.ExponentialDelay;
import dev.weir.engine.settings.RestartSettings.FailureRate;
import dev.weir.engine.settings.RestartSettings.FixedDelay;
import dev.weir.engine.settings.RestartSettings.None;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * Decides after each failure whether and when a job starts again. Monotonic time and randomness are handed in.
 *
 * <p>Invariants: a delay is never negative; an exponential one never exceeds its maximum by more than the jitter; the
 * failures it remembers are bounded by the settings.
 */
public final class RestartStrategy {

    /** What to do after a failure. */
    public sealed interface Decision {

        /** Start again after a while; 0 for at once. */
        record RestartAfter(long delayNanos) implements Decision {}

        /**
         * Start no more.
         *
         * @param reason which setting says so, with its values
         */
        record GiveUp(String reason) implements Decision {}
    }

    private final RestartSettings settings;
    private final RandomGenerator random;
    private final Deque<Long> failuresNanos = new ArrayDeque<>();
    private int failures;
    private long lastFailureNanos;

    public RestartStrategy(RestartSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
    }

    /** Counts a failure, at a monotonic time, and decides. */
    public Decision onFailure(long nowNanos) {
        if (settings instanceof FixedDelay fixed) {
            return fixedDelay(fixed);
        } else if (settings instanceof ExponentialDelay exponential) {
            return exponentialDelay(exponential, nowNanos);
        } else if (settings instanceof FailureRate rate) {
            return failureRate(rate, nowNanos);
        } else if (settings instanceof None) {
            return new Decision.GiveUp("weir.restart says that the first failure ends the job");
        }
        throw new AssertionError("no case for " + settings);
    }

    private Decision fixedDelay(FixedDelay fixed) {
        failures++;
        if (failures > fixed.attempts()) {
            return new Decision.GiveUp("no restart is left: weir.restart.attempts=" + fixed.attempts());
        }
        return after(fixed.delay());
    }

    private Decision exponentialDelay(ExponentialDelay exponential, long nowNanos) {
        boolean startsOver = failures == 0
                || nowNanos - lastFailureNanos >= exponential.reset().toNanos();
        failures = startsOver ? 1 : failures + 1;
        lastFailureNanos = nowNanos;
        if (failures == 1) {
            return new Decision.RestartAfter(0);
        }
        double grown = (double) exponential.initial().toNanos() * Math.pow(exponential.multiplier(), failures - 2.0);
        double bounded = Math.min(grown, (double) exponential.max().toNanos());
        double jitter = exponential.jitter() * (2 * random.nextDouble() - 1);
        return new Decision.RestartAfter(Math.max(0, (long) (bounded * (1 + jitter))));
    }

    private Decision failureRate(FailureRate rate, long nowNanos) {
        long intervalNanos = rate.interval().toNanos();
        failuresNanos.addLast(nowNanos);
        failuresNanos.removeIf(then -> nowNanos - then >= intervalNanos);
        if (failuresNanos.size() > rate.failures()) {
            return new Decision.GiveUp("the job failed too often: weir.restart.failures=" + rate.failures()
                    + " within weir.restart.interval=" + rate.interval() + ", failures=" + failuresNanos.size());
        }
        return after(rate.delay());
    }

    private static Decision after(Duration delay) {
        return new Decision.RestartAfter(delay.toNanos());
    }
}
