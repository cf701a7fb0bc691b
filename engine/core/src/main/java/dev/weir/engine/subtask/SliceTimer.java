package dev.weir.engine.subtask;

import dev.weir.engine.settings.TaskSettings;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** When a slice is over, a flush or the periodic work due, and when to wake an idle subtask. One clock call per turn. */
final class SliceTimer {

    /** A slice is short enough that control messages wait a millisecond at most. */
    private static final long SLICE_NANOS = 1_000_000;

    /** An idle subtask sleeps at least this long: what falls due meanwhile goes with one wake-up, not with many. */
    private static final long SHORTEST_SLEEP_NANOS = 100_000;

    private static final long SLOW_NANOS = 1_000_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TaskClock clock;
    private final long flushIntervalNanos;
    private final long periodNanos;
    private long nowNanos;
    private long endNanos;
    private long lastFlushNanos;
    private long nextPeriodNanos;
    private boolean started;

    SliceTimer(TaskSettings settings, TaskClock clock) {
        this.clock = clock;
        this.flushIntervalNanos = settings.flushInterval().toNanos();
        this.periodNanos = settings.watermarkInterval().toNanos();
    }

    void begin() {
        nowNanos = clock.nanoTime();
        endNanos = nowNanos + SLICE_NANOS;
        if (!started) {
            started = true;
            lastFlushNanos = nowNanos;
            nextPeriodNanos = nowNanos + periodNanos;
        }
    }

    /** A turn is over. @return how long it took, in ns */
    long tick() {
        long before = nowNanos;
        nowNanos = clock.nanoTime();
        return nowNanos - before;
    }

    /** How long the slice has taken, where that is longer than shared threads can bear; else 0. */
    long excessNanos() {
        long taken = nowNanos - endNanos + SLICE_NANOS;
        return taken > SLOW_NANOS ? taken : 0;
    }

    long now() {
        return nowNanos;
    }

    boolean isOver() {
        return nowNanos - endNanos >= 0;
    }

    /** Whether the periodic work is due; if so, the next is a period from now. */
    boolean isPeriodDue() {
        if (nowNanos - nextPeriodNanos < 0) {
            return false;
        }
        nextPeriodNanos = nowNanos + periodNanos;
        return true;
    }

    /** Whether open batches have waited long enough; if so, the wait starts anew. */
    boolean isFlushDue() {
        if (nowNanos - lastFlushNanos < flushIntervalNanos) {
            return false;
        }
        lastFlushNanos = nowNanos;
        return true;
    }

    void flushed() {
        lastFlushNanos = nowNanos;
    }

    /** When to wake a subtask that only waits for a time; empty where it doesn't. */
    OptionalLong wakeUpAt(@Nullable Long timeNanos) {
        return timeNanos == null
                ? OptionalLong.empty()
                : OptionalLong.of(nowNanos + Math.max(SHORTEST_SLEEP_NANOS, timeNanos - nowNanos));
    }

    /**
     * The earliest time at which there is something to do without a message; empty when there is none.
     *
     * @param pollAtNanos when to poll again; null where that isn't a matter of time
     * @param barrierAtNanos when a barrier has waited long enough; null where none waits for a time
     */
    OptionalLong nextWakeUp(@Nullable Long pollAtNanos, @Nullable Long barrierAtNanos, EventTime time) {
        long earliest = untilBarrierOrPeriod(barrierAtNanos, time);
        if (pollAtNanos != null) {
            earliest = Math.min(earliest, pollAtNanos - nowNanos);
        }
        long timerMillis = time.nextProcessingTimer();
        if (timerMillis != Long.MAX_VALUE) {
            long waitMillis = Math.max(0, timerMillis - clock.currentTimeMillis());
            earliest = Math.min(
                    earliest,
                    waitMillis > Long.MAX_VALUE / NANOS_PER_MILLI / 2 ? Long.MAX_VALUE : waitMillis * NANOS_PER_MILLI);
        }
        return wakeUpIn(earliest);
    }

    /**
     * The same for a subtask that can't go on: neither polls nor timers are to be had before a message says that it can.
     *
     * @param barrierAtNanos when a barrier has waited long enough; null where none waits for a time
     */
    OptionalLong nextWakeUpWhileBlocked(@Nullable Long barrierAtNanos, EventTime time) {
        return wakeUpIn(untilBarrierOrPeriod(barrierAtNanos, time));
    }

    private long untilBarrierOrPeriod(@Nullable Long barrierAtNanos, EventTime time) {
        long earliest = barrierAtNanos == null ? Long.MAX_VALUE : barrierAtNanos - nowNanos;
        return time.hasEmitters() ? Math.min(earliest, nextPeriodNanos - nowNanos) : earliest;
    }

    private OptionalLong wakeUpIn(long nanos) {
        return nanos == Long.MAX_VALUE
                ? OptionalLong.empty()
                : OptionalLong.of(nowNanos + Math.max(SHORTEST_SLEEP_NANOS, nanos));
    }
}
