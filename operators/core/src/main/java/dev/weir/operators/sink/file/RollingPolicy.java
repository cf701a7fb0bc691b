package dev.weir.operators.sink.file;

import java.time.Duration;
import java.util.Objects;

/**
 * When a part is closed and the next one begun. A part shows when the checkpoint that follows its closing is complete, so
 * time is looked at when checkpoints are taken (and when a piece of a part is written), and a part that is closed between
 * two checkpoints shows no sooner for it. Immutable.
 *
 * @param sizeBytes a part is closed with the record that takes it to this size, in bytes
 * @param age a part is closed so long after its first record
 * @param inactivity a part is closed when it got no record for so long
 * @param atCheckpoint whether each checkpoint closes all parts
 */
public record RollingPolicy(long sizeBytes, Duration age, Duration inactivity, AtCheckpoint atCheckpoint) {

    /** What a checkpoint does to a part that isn't due otherwise. */
    public enum AtCheckpoint {
        CLOSE,
        KEEP_OPEN
    }

    /**
     * At each checkpoint, and before that at 128 MiB or after 15 minutes: all results show with their checkpoint, and at
     * rest nothing is hidden. Fewer and larger files: {@link #acrossCheckpoints()}.
     */
    public static final RollingPolicy DEFAULT =
            new RollingPolicy(128L << 20, Duration.ofMinutes(15), Duration.ofMinutes(1), AtCheckpoint.CLOSE);

    public RollingPolicy {
        Objects.requireNonNull(atCheckpoint, "a rolling policy says what a checkpoint does");
        if (sizeBytes < 1) {
            throw new IllegalArgumentException("a part's size is at least 1 byte: sizeBytes=" + sizeBytes);
        }
        requirePositive("age", age);
        requirePositive("inactivity", inactivity);
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(
                    "a time after which parts are closed is positive: " + name + "=" + value);
        }
    }

    public RollingPolicy withSizeBytes(long bytes) {
        return new RollingPolicy(bytes, age, inactivity, atCheckpoint);
    }

    public RollingPolicy withAge(Duration sinceFirstRecord) {
        return new RollingPolicy(sizeBytes, sinceFirstRecord, inactivity, atCheckpoint);
    }

    public RollingPolicy withInactivity(Duration sinceLastRecord) {
        return new RollingPolicy(sizeBytes, age, sinceLastRecord, atCheckpoint);
    }

    /** Each checkpoint closes all parts. */
    public RollingPolicy onEveryCheckpoint() {
        return new RollingPolicy(sizeBytes, age, inactivity, AtCheckpoint.CLOSE);
    }

    /** Parts stay open across checkpoints, until size, age or inactivity closes them. */
    public RollingPolicy acrossCheckpoints() {
        return new RollingPolicy(sizeBytes, age, inactivity, AtCheckpoint.KEEP_OPEN);
    }

    /** Whether a checkpoint or the clock closes a part. */
    boolean closesAtCheckpoint(long openedNanos, long lastRecordNanos, long nowNanos) {
        return atCheckpoint == AtCheckpoint.CLOSE
                || isOfAge(openedNanos, nowNanos)
                || isOver(inactivity, nowNanos - lastRecordNanos);
    }

    /** Whether a part has reached its age. */
    boolean isOfAge(long openedNanos, long nowNanos) {
        return isOver(age, nowNanos - openedNanos);
    }

    private static boolean isOver(Duration limit, long elapsedNanos) {
        return Duration.ofNanos(elapsedNanos).compareTo(limit) >= 0;
    }
}
