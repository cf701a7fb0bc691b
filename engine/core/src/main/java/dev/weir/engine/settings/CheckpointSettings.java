package dev.weir.engine.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When and how checkpoints are taken ({@code weir.checkpoint.*}).
 *
 * @param interval time between triggers; null switches periodic checkpoints off
 * @param timeout a round not complete by then is given up and its files are removed
 * @param minPause shortest time from the end of one round to the start of the next
 * @param maxConcurrent rounds under way at once
 * @param tolerableFailures consecutive failed rounds the job survives
 * @param inlineThresholdBytes a subtask's state below this goes into the manifest instead of a file
 * @param cut what the barriers promise, and how they travel
 * @param retention what is kept of completed checkpoints
 */
public record CheckpointSettings(
        @Nullable Duration interval,
        Duration timeout,
        Duration minPause,
        int maxConcurrent,
        int tolerableFailures,
        int inlineThresholdBytes,
        Cut cut,
        Retention retention) {

    public static final CheckpointSettings DEFAULT = new CheckpointSettings(
            Duration.ofSeconds(10),
            Duration.ofMinutes(10),
            Duration.ZERO,
            1,
            3,
            20 * 1024,
            Cut.ALIGNED,
            new Retention(1, OnCancel.RETAIN, Damaged.FAIL));

    public CheckpointSettings {
        if (interval != null) {
            Rules.positive("weir.checkpoint.interval", interval);
        }
        Rules.positive("weir.checkpoint.timeout", timeout);
        Rules.notNegative("weir.checkpoint.min-pause", minPause);
        Rules.atLeast("weir.checkpoint.max-concurrent", maxConcurrent, 1);
        Rules.atLeast("weir.checkpoint.tolerable-failures", tolerableFailures, 0);
        Rules.atLeast("weir.checkpoint.inline-threshold", inlineThresholdBytes, 0);
        if (!minPause.isZero() && maxConcurrent > 1) {
            throw new IllegalArgumentException("weir.checkpoint.min-pause allows one round at a time:"
                    + " weir.checkpoint.min-pause=" + minPause + ", weir.checkpoint.max-concurrent=" + maxConcurrent
                    + "; set max-concurrent to 1 or min-pause to 0");
        }
        if (cut.barriers() == Barriers.UNALIGNED && maxConcurrent > 1) {
            throw new IllegalArgumentException("weir.checkpoint.unaligned allows one round at a time:"
                    + " weir.checkpoint.unaligned=on, weir.checkpoint.max-concurrent=" + maxConcurrent
                    + "; set max-concurrent to 1 or unaligned to off");
        }
    }

    /** What a recovery gives. */
    public enum Mode {
        EXACTLY_ONCE,
        /** Nothing is lost, records may count again; no channel is ever blocked. */
        AT_LEAST_ONCE
    }

    /** How barriers travel. */
    public enum Barriers {
        /** Behind what was sent before them. */
        ALIGNED,
        /** Past what waits; that is part of the checkpoint. */
        UNALIGNED
    }

    /** What happens to the last checkpoint when the job is canceled. */
    public enum OnCancel {
        RETAIN,
        DELETE
    }

    /** What happens when the newest checkpoint turns out damaged. */
    public enum Damaged {
        /** The recovery fails, the file is named. */
        FAIL,
        /** An older one is restored, and the log says so: results that were committed since are repeated. */
        FALL_BACK
    }

    /**
     * What the barriers promise, and how they travel.
     *
     * @param alignedTimeout with unaligned barriers: how long a barrier waits in its place before it overtakes; zero for
     *     not at all
     */
    public record Cut(Mode mode, Barriers barriers, Duration alignedTimeout) {

        public static final Cut ALIGNED = new Cut(Mode.EXACTLY_ONCE, Barriers.ALIGNED, Duration.ZERO);
        public static final Cut AT_LEAST_ONCE = new Cut(Mode.AT_LEAST_ONCE, Barriers.ALIGNED, Duration.ZERO);
        public static final Cut UNALIGNED = new Cut(Mode.EXACTLY_ONCE, Barriers.UNALIGNED, Duration.ZERO);

        public Cut {
            Rules.notNegative("weir.checkpoint.aligned-timeout", alignedTimeout);
            if (mode == Mode.AT_LEAST_ONCE && barriers == Barriers.UNALIGNED) {
                throw new IllegalArgumentException("weir.checkpoint.unaligned needs mode exactly-once, as at-least-once"
                        + " never blocks a channel anyway: weir.checkpoint.mode=at-least-once, weir.checkpoint.unaligned=on; change one"
                        + " of them");
            }
            if (barriers == Barriers.ALIGNED && !alignedTimeout.isZero()) {
                throw new IllegalArgumentException(
                        "weir.checkpoint.aligned-timeout says when an aligned barrier becomes"
                                + " unaligned, which is forbidden: weir.checkpoint.unaligned=off,"
                                + " weir.checkpoint.aligned-timeout=" + alignedTimeout
                                + "; set unaligned to on or aligned-timeout to 0");
            }
        }

        /** Aligned at first, unaligned where that takes longer than {@code timeout}. */
        public static Cut alignedFor(Duration timeout) {
            return new Cut(Mode.EXACTLY_ONCE, Barriers.UNALIGNED, timeout);
        }
    }

    /**
     * What is kept of completed checkpoints.
     *
     * @param retained how many
     */
    public record Retention(int retained, OnCancel onCancel, Damaged damaged) {
        public Retention {
            Rules.atLeast("weir.checkpoint.retained", retained, 1);
        }
    }

    /** How many completed checkpoints are kept. */
    public int retained() {
        return retention.retained();
    }

    public CheckpointSettings withInterval(@Nullable Duration value) {
        return new CheckpointSettings(
                value, timeout, minPause, maxConcurrent, tolerableFailures, inlineThresholdBytes, cut, retention);
    }

    public CheckpointSettings withTimeout(Duration value) {
        return new CheckpointSettings(
                interval, value, minPause, maxConcurrent, tolerableFailures, inlineThresholdBytes, cut, retention);
    }

    public CheckpointSettings withMinPause(Duration value) {
        return new CheckpointSettings(
                interval, timeout, value, maxConcurrent, tolerableFailures, inlineThresholdBytes, cut, retention);
    }

    public CheckpointSettings withMaxConcurrent(int value) {
        return new CheckpointSettings(
                interval, timeout, minPause, value, tolerableFailures, inlineThresholdBytes, cut, retention);
    }

    public CheckpointSettings withTolerableFailures(int value) {
        return new CheckpointSettings(
                interval, timeout, minPause, maxConcurrent, value, inlineThresholdBytes, cut, retention);
    }

    /** The same settings with another threshold, in bytes. */
    public CheckpointSettings withInlineThreshold(int value) {
        return new CheckpointSettings(
                interval, timeout, minPause, maxConcurrent, tolerableFailures, value, cut, retention);
    }

    public CheckpointSettings withCut(Cut value) {
        return new CheckpointSettings(
                interval, timeout, minPause, maxConcurrent, tolerableFailures, inlineThresholdBytes, value, retention);
    }

    public CheckpointSettings withRetention(Retention value) {
        return new CheckpointSettings(
                interval, timeout, minPause, maxConcurrent, tolerableFailures, inlineThresholdBytes, cut, value);
    }

    public CheckpointSettings withRetained(int value) {
        return withRetention(new Retention(value, retention.onCancel(), retention.damaged()));
    }
}
