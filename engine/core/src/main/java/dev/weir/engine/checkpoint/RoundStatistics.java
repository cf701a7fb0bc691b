package dev.weir.engine.checkpoint;

import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.engine.operator.SnapshotKind;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Figures of a job's rounds under one coordinator. Immutable; names are those of Flink's checkpoint statistics.
 *
 * @param inProgress rounds that are open, by id
 * @param savepointUnderWay what the savepoint that was asked for waits for, in words; empty where there is none. While it
 *     waits for open rounds or is being taken, checkpoints wait
 * @param history the last rounds that have ended, oldest first; at most 100
 */
public record RoundStatistics(
        Counts counts,
        Latest latest,
        List<OpenRound> inProgress,
        Optional<String> savepointUnderWay,
        List<RoundRecord> history) {

    /** Before there was any round. */
    public static final RoundStatistics NONE = new RoundStatistics(
            new Counts(0, 0, 0, 0, 0),
            new Latest(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
            List.of(),
            Optional.empty(),
            List.of());

    public RoundStatistics {
        inProgress = List.copyOf(inProgress);
        history = List.copyOf(history);
    }

    /**
     * How many there were.
     *
     * @param restored attempts that restored one
     * @param total rounds that were triggered
     * @param failed those that a younger one subsumed included
     */
    public record Counts(long restored, long total, long inProgress, long completed, long failed) {}

    /**
     * The newest of each sort.
     *
     * @param completed a checkpoint
     * @param savepoint one that completed, that of a stop included
     */
    public record Latest(
            Optional<RoundRecord> completed,
            Optional<RoundRecord> savepoint,
            Optional<RoundRecord> failed,
            Optional<Restored> restored) {}

    /**
     * What an attempt was started from.
     *
     * @param restoreMillis wall-clock time
     */
    public record Restored(long checkpointId, long restoreMillis) {}

    /**
     * A round under way.
     *
     * @param acknowledged how many subtasks have
     */
    public record OpenRound(long checkpointId, SnapshotKind kind, long triggerMillis, int acknowledged) {}

    /**
     * What the completed rounds of the history took. Times in ns, sizes in bytes.
     *
     * @param checkpointedBytes newly written
     * @param stateBytes in full
     * @param alignmentNanos the longest of any subtask; so are {@code startDelay}, {@code sync} and {@code async}
     * @param processedRecords taken during the alignment, by all subtasks
     * @param persistedRecords stored as being under way, by all subtasks
     */
    public record Summary(
            Distribution checkpointedBytes,
            Distribution stateBytes,
            Distribution endToEndNanos,
            Distribution startDelayNanos,
            Distribution alignmentNanos,
            Distribution syncNanos,
            Distribution asyncNanos,
            Distribution processedRecords,
            Distribution persistedRecords,
            Distribution persistedBytes) {}

    /** Works the summary out of the history; takes some microseconds. */
    public Summary summary() {
        return new Summary(
                over(RoundRecord::incrementalBytes),
                over(RoundRecord::bytes),
                over(RoundRecord::durationNanos),
                over(round -> round.longest().startDelayNanos()),
                over(round -> round.longest().alignmentNanos()),
                over(round -> round.longest().syncNanos()),
                over(round -> round.longest().asyncNanos()),
                over(round -> round.longest().processedRecords()),
                over(round -> round.longest().persistedRecords()),
                over(round -> round.longest().persistedBytes()));
    }

    private Distribution over(ToLongFunction<RoundRecord> figure) {
        return Distribution.of(history.stream()
                .filter(round -> round.outcome() == Outcome.COMPLETED)
                .mapToLong(figure)
                .toArray());
    }
}
