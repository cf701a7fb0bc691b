package dev.weir.samples.peers.common;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When the sources of a job stop: at the first of these limits that is reached.
 *
 * @param recordsPerSource records each source emits
 * @param time so long after the first record; null for no limit
 * @param crashCount when the job has recovered from so many crashes; 0 when it doesn't crash
 * @param steps null where sources don't wait for checkpoints; it has the limit of records then
 * @param recordsBeforeCrash records a source has emitted before the first crash
 */
record StopRule(
        long recordsPerSource,
        @Nullable Duration time,
        int crashCount,
        long recordsBeforeCrash,
        @Nullable Steps steps) {

    /** Records of the warm-up job, a job of its own in the same JVM. */
    private static final long WARM_UP_RECORDS = 6_000_000;

    /** How long the warm-up job is, in intervals between checkpoints, where there are checkpoints. */
    private static final int WARM_UP_INTERVALS = 4;

    /** Enough for the first record to reach a sink, and to check the job by. */
    private static final long START_RECORDS = 1_000_000;

    private static final int CRASHES = 5;

    private static final int KEYS_PER_CHANGED_KEY = 100;

    /** Checkpoints after the first one. */
    private static final int DELTAS = 20;

    /** So many records per key leave out one key in twenty thousand. */
    private static final int RECORDS_PER_KEY = 10;

    /** More than the slowest system needs for {@link #CRASHES}. */
    private static final Duration CRASHES_TIME_LIMIT = Duration.ofMinutes(2);

    /** A job that takes checkpoints has taken some when it is measured: what comes after the first is compiled too. */
    static StopRule ofWarmUp(Workload workload) {
        if (workload.isRestored()) {
            return stepping(workload.keyCount() / Workload.PARALLELISM, 0, Integer.MAX_VALUE);
        }
        return workload.isCheckpointed() && !workload.isCrashed()
                ? timed(workload.checkpointInterval().multipliedBy(WARM_UP_INTERVALS))
                : counted(WARM_UP_RECORDS / Workload.PARALLELISM);
    }

    /** The rule of the measured job. */
    static StopRule of(RunPlan plan) {
        return switch (plan.workload()) {
            case W1A, W1B, W1C, W2, W3, W5, W5_TENTH, SYNC, SYNC_DISK, GROWTH, MEMORY, BACKPRESSURE, SOAK ->
                timed(Duration.ofSeconds(plan.seconds()));
            case W4 -> counted(Pacing.recordsPerSource(Pacing.WARM_UP.toSeconds() + plan.seconds()));
            case W6 -> crashing(0);
            case W6_MILLION -> crashing((long) plan.workload().keyCount() * RECORDS_PER_KEY / Workload.PARALLELISM);
            case RESTORE, RESCALE -> counted(plan.workload().keyCount());
            case DELTA -> {
                long keysPerSource = plan.workload().keyCount() / Workload.PARALLELISM;
                yield stepping(keysPerSource, keysPerSource / KEYS_PER_CHANGED_KEY, DELTAS + 1);
            }
            case START -> counted(START_RECORDS / Workload.PARALLELISM);
        };
    }

    static StopRule counted(long recordsPerSource) {
        return new StopRule(recordsPerSource, null, 0, 0, null);
    }

    static StopRule timed(Duration time) {
        return new StopRule(Long.MAX_VALUE, time, 0, 0, null);
    }

    private static StopRule crashing(long recordsBeforeCrash) {
        return new StopRule(Long.MAX_VALUE, CRASHES_TIME_LIMIT, CRASHES, recordsBeforeCrash, null);
    }

    private static StopRule stepping(long firstLimit, long stepRecords, int count) {
        return new StopRule(Long.MAX_VALUE, null, 0, 0, new Steps(firstLimit, stepRecords, count));
    }
}
