package dev.weir.samples.peers.common;

import java.time.Duration;
import java.util.List;

/** What is measured: a job, its checkpoints, and what is asked about it. */
public enum Workload {
    /** Throughput of the keyed sum. No checkpoints. */
    W1A("W1a", Job.KEYED_SUM, Duration.ZERO, Records.KEY_COUNT),
    /** Throughput of the keyed sum with an exactly-once checkpoint to files every second, state on the heap. */
    W1B("W1b", Job.KEYED_SUM, Duration.ofSeconds(1), Records.KEY_COUNT),
    /** The same with state in RocksDB and incremental checkpoints; see {@link DiskState}. */
    W1C("W1c", Job.KEYED_SUM, Duration.ofSeconds(1), Records.KEY_COUNT),
    /**
     * Throughput of the keyed sum over five million keys, state in RocksDB, an incremental checkpoint every ten seconds. The
     * filter drops one key in sixteen, so more are drawn.
     */
    W5("W5", Job.KEYED_SUM, Duration.ofSeconds(10), 5_333_333),
    /** The same, with a cache of objects that holds a tenth of the keys. */
    W5_TENTH("W5-tenth", Job.KEYED_SUM, Duration.ofSeconds(10), 5_333_333),
    /** Throughput of sums over event-time windows. No checkpoints. */
    W2("W2", Job.WINDOW_SUM, Duration.ZERO, 10_000),
    /** Throughput of the hand-over of every record, without keys or state. No checkpoints. */
    W3("W3", Job.SHUFFLE, Duration.ZERO, Records.KEY_COUNT),
    /** Latency of a running sum at a rate far below what the systems could do; see {@link Pacing}. No checkpoints. */
    W4("W4", Job.PACED_SUM, Duration.ZERO, Records.KEY_COUNT),
    /** How long a crash stops the job of {@link #W1B}; see {@link Crashes}. */
    W6("W6", Job.KEYED_SUM, Duration.ofSeconds(1), Records.KEY_COUNT),
    /**
     * The same with more state: {@link #W6} begins to crash when each keyed subtask holds a million keys. The filter drops
     * one key in sixteen, so more are drawn.
     */
    W6_MILLION("W6-million", Job.KEYED_SUM, Duration.ofSeconds(1), 2_140_000),
    /**
     * How long it takes from the start of a restore of five million keys until the first record reaches a sink; see {@link
     * Restoring}. State in RocksDB.
     */
    RESTORE("restore", Job.KEYED_SUM, Duration.ZERO, 5_333_334),
    /** The same at a parallelism that is greater by one. */
    RESCALE("rescale", Job.KEYED_SUM, Duration.ZERO, 5_333_334),
    /**
     * What a checkpoint costs when one in a hundred of five million keys has changed since the last one; see {@link Steps}.
     * State in RocksDB.
     */
    DELTA("delta", Job.KEYED_SUM, Duration.ofSeconds(2), 5_333_334),
    /** How long it takes from the launch of the JVM until the first record is at a sink of the job of {@link #W1A}. */
    START("start", Job.KEYED_SUM, Duration.ZERO, Records.KEY_COUNT),
    /**
     * How long a snapshot stops processing when each subtask holds a million keys; checkpoints as in {@link #W1B}. The
     * filter drops one key in sixteen, so more are drawn.
     */
    SYNC("sync", Job.KEYED_SUM, Duration.ofSeconds(1), 2_133_333),
    /** The same with state in RocksDB and incremental checkpoints. */
    SYNC_DISK("sync-disk", Job.KEYED_SUM, Duration.ofSeconds(1), 2_133_333),
    /**
     * How much memory the process takes with ten million keys in RocksDB, a twentieth of them cached, over ten minutes; see
     * {@link DiskState#LARGEST_RSS_MB}.
     */
    MEMORY("memory", Job.KEYED_SUM, Duration.ofSeconds(10), 10_666_667),
    /** The job of {@link #W1A}; is there more on the heap after each collection? */
    GROWTH("growth", Job.KEYED_SUM, Duration.ZERO, Records.KEY_COUNT),
    /**
     * How long checkpoints take when everything before a slow sink is full; see {@link SlowSink} and {@link
     * CheckpointTimes}. One each second, or as soon as the one before it has ended.
     */
    BACKPRESSURE("backpressure", Job.SLOW_SUM, Duration.ofSeconds(1), Records.KEY_COUNT),
    /**
     * Does the job of {@link #W1B} come through crashes in every phase of user code, for half an hour, without losing or
     * repeating anything and without leaving anything behind? A checkpoint each 100 ms; the sink is transactional.
     */
    SOAK("soak", Job.KEYED_SUM, Duration.ofMillis(100), Records.KEY_COUNT);

    /** For how long a soak's sources emit, unless something else is asked for. */
    private static final int SOAK_SECONDS = 1800;

    /** An aligned checkpoint behind a slow sink takes a large part of a minute. */
    private static final int BACKPRESSURE_SECONDS = 60;

    private static final int MEMORY_SECONDS = 600;

    /** Some checkpoints after the state has filled. */
    private static final int FIVE_MILLION_SECONDS = 60;

    private static final int DEFAULT_SECONDS = 15;

    /** The jobs, each with two sources; what the sinks get goes into {@link SinkFold}. */
    public enum Job {
        /**
         * Source, {@link Records#increment}, (with {@link Variant#CHAIN} {@link Records#triple}), {@link Records#isKept},
         * by key, running sum of the values. The sink folds key code and running sum.
         */
        KEYED_SUM,
        /**
         * Source with the timestamps of {@link EventTime}, by key, tumbling windows of {@link EventTime#WINDOW}, sum of the
         * values. The sink folds {@link Records#windowCode} and the sum.
         */
        WINDOW_SUM,
        /**
         * Source, {@link Records#increment}, dealt out record by record over all subtasks, {@link Records#triple}, {@link
         * Records#isKept}. The sink folds key and value.
         */
        SHUFFLE,
        /**
         * Source paced by {@link Pacing}, each record carrying the time it should have been made; by key, running sum. The
         * sink folds key and running sum, and hands the time to {@link LatencyFold}.
         */
        PACED_SUM,
        /**
         * Source, by key, running sum, dealt out record by record over the sinks. A sink is held up for a ms by each
         * record, see {@link SlowSink}, and folds key and running sum.
         */
        SLOW_SUM
    }

    /** Sources and keyed subtasks of every job. */
    public static final int PARALLELISM = 2;

    private final String label;
    private final Job job;
    private final Duration checkpointInterval;
    private final int keyCount;

    Workload(String label, Job job, Duration checkpointInterval, int keyCount) {
        this.label = label;
        this.job = job;
        this.checkpointInterval = checkpointInterval;
        this.keyCount = keyCount;
    }

    /** The name users give, such as {@code W1a}. */
    public String label() {
        return label;
    }

    public Job job() {
        return job;
    }

    public boolean isCheckpointed() {
        return !checkpointInterval.isZero();
    }

    /** The time between checkpoints; zero when there are none. */
    public Duration checkpointInterval() {
        return checkpointInterval;
    }

    /** How many different keys the sources draw. */
    public int keyCount() {
        return keyCount;
    }

    /** Whether the job can be written so. Strings are made ready for {@link Records#KEY_COUNT} keys only. */
    public boolean supports(Variant variant) {
        return switch (this) {
            case W1A, W1B, GROWTH -> variant != Variant.AGGREGATE;
            case W1C, W5, W5_TENTH -> variant == Variant.STATE || variant == Variant.SUM;
            case SYNC -> variant != Variant.AGGREGATE && !variant.hasStringKeys();
            case W2 -> variant == Variant.STATE || variant == Variant.AGGREGATE;
            case W3 -> variant == Variant.STATE || variant == Variant.BEAN;
            case W4, W6, W6_MILLION, START, RESTORE, RESCALE, DELTA, SYNC_DISK, MEMORY -> variant == Variant.STATE;
            case BACKPRESSURE -> variant.isAboutBarriers();
            case SOAK -> variant.isAboutBarriers() && variant != Variant.DEBLOATED;
        };
    }

    /** What is measured when nobody chooses variants. */
    public List<Variant> defaultVariants() {
        return switch (this) {
            case BACKPRESSURE -> List.of(Variant.ALIGNED, Variant.UNALIGNED, Variant.ALIGNED_TIMEOUT);
            case SOAK -> List.of(Variant.UNALIGNED);
            default -> List.of(Variant.STATE);
        };
    }

    /** For how long the sources emit when nobody says it. */
    public int defaultSeconds() {
        return switch (this) {
            case BACKPRESSURE -> BACKPRESSURE_SECONDS;
            case SOAK -> SOAK_SECONDS;
            case W5, W5_TENTH -> FIVE_MILLION_SECONDS;
            case MEMORY -> MEMORY_SECONDS;
            default -> DEFAULT_SECONDS;
        };
    }

    /** Whether only Weir can be asked: peers have no such report, or no such sink. */
    public boolean isOfWeirAlone() {
        return asksForSnapshotTimes() || this == SOAK || this == MEMORY;
    }

    /** The figures that must be zero; a run in which one of them isn't is wrong. */
    public List<String> figuresOfFaults() {
        return switch (this) {
            case SOAK -> List.of("lost", "duplicate", "outOfOrder", "unfinishedTransactions", "growing");
            case MEMORY -> List.of("mbAboveLimit");
            default -> List.of();
        };
    }

    /** Whether the times of the snapshots' parts are wanted, which only Weir tells. */
    public boolean asksForSnapshotTimes() {
        return this == SYNC || this == SYNC_DISK;
    }

    /** Whether the job crashes on purpose, and is to be restarted at once; see {@link Crashes}. */
    public boolean isCrashed() {
        return this == W6 || this == W6_MILLION;
    }

    /** Whether the measured job starts from what the one before it has left. */
    public boolean isRestored() {
        return this == RESTORE || this == RESCALE;
    }

    /** Parallelism of the measured job. */
    public int measuredParallelism() {
        return this == RESCALE ? PARALLELISM + 1 : PARALLELISM;
    }

    /** The records of one source after so many of them. */
    public Generator generator(int sourceIndex, long emittedCount) {
        return isRestored() || this == DELTA
                ? Generator.inOrder(sourceIndex, emittedCount, keyCount)
                : Generator.at(sourceIndex, emittedCount, keyCount);
    }

    /** Whether sinks are asked for the last sum of each key, as they don't get all or get some twice. */
    boolean keepsLastSums() {
        return isCrashed() || isRestored();
    }

    /** Whether keyed state is in RocksDB. */
    public boolean isOnDisk() {
        return switch (this) {
            case W1C, W5, W5_TENTH, DELTA, SYNC_DISK, MEMORY -> true;
            default -> isRestored();
        };
    }

    /** Whether records per second are what the workload is about; else a duration, the smaller the better. */
    public boolean asksForThroughput() {
        return switch (this) {
            case W1A, W1B, W1C, W2, W3, W5, W5_TENTH, SYNC, SYNC_DISK, GROWTH, MEMORY -> true;
            case W4, W6, W6_MILLION, RESTORE, RESCALE, DELTA, START, BACKPRESSURE, SOAK -> false;
        };
    }

    boolean isHeapSampled() {
        return this == GROWTH;
    }

    /** Whether a job of its own warms the JVM up; else the workload is about a cold one, or warms up by itself. */
    boolean isWarmedUp() {
        return this != W4 && this != START && this != SOAK && this != DELTA && this != MEMORY;
    }

    @Override
    public String toString() {
        return label;
    }
}
