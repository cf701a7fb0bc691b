package dev.weir.engine.checkpoint;

import dev.weir.engine.settings.CheckpointSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When the next round is due: {@code interval} after the last trigger, but not before {@code min-pause} after the last
 * end. Monotonic nanoseconds.
 */
final class RoundSchedule {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final @Nullable Duration interval;
    private final long minPauseNanos;
    private long lastTriggerNanos;
    private long pauseEndsNanos;
    private boolean armed;
    private long armedForNanos;

    RoundSchedule(CheckpointSettings settings) {
        this.interval = settings.interval();
        this.minPauseNanos = nanosOf(settings.minPause());
    }

    /** A delay in ns; one of more than a century is cut to that, so that sums with a clock don't overflow. */
    static long nanosOf(Duration duration) {
        return (duration.compareTo(LONGEST) < 0 ? duration : LONGEST).toNanos();
    }

    /** Notes that the timer is to run to this time. @return false where it does already */
    boolean arm(long dueNanos) {
        boolean changed = !armed || armedForNanos != dueNanos;
        armed = true;
        armedForNanos = dueNanos;
        return changed;
    }

    void disarm() {
        armed = false;
    }

    void started(Moment now) {
        armed = false;
        lastTriggerNanos = now.nanos();
        pauseEndsNanos = now.nanos();
    }

    void triggered(Moment now) {
        lastTriggerNanos = now.nanos();
    }

    void ended(Moment now) {
        pauseEndsNanos = now.nanos() + minPauseNanos;
    }

    boolean isPeriodic() {
        return interval != null;
    }

    long periodicDueNanos() {
        long byInterval = lastTriggerNanos + (interval == null ? 0 : nanosOf(interval));
        return byInterval - pauseEndsNanos >= 0 ? byInterval : pauseEndsNanos;
    }

    /** When a round may start that need not wait for the interval. */
    long earliestNanos() {
        return pauseEndsNanos;
    }
}
