package dev.weir.engine.checkpoint;

import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.engine.operator.SnapshotKind;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last {@value #KEPT} rounds that have ended, the newest of each sort, and counts of all. */
final class RoundHistory {

    static final int KEPT = 100;

    private final Deque<RoundRecord> records = new ArrayDeque<>();
    private List<RoundRecord> copy = List.of();
    private @Nullable RoundRecord lastCompleted;
    private @Nullable RoundRecord lastCheckpoint;
    private @Nullable RoundRecord lastSavepoint;
    private @Nullable RoundRecord lastFailed;
    private RoundStatistics.@Nullable Restored lastRestored;
    private long restored;
    private long total;
    private long completed;
    private long failed;

    void triggered() {
        total++;
    }

    void restored(long checkpointId, Moment now) {
        restored++;
        lastRestored = new RoundStatistics.Restored(checkpointId, now.millis());
    }

    void add(RoundRecord ended) {
        if (records.size() == KEPT) {
            records.removeFirst();
        }
        records.addLast(ended);
        copy = List.copyOf(records);
        if (ended.outcome() != Outcome.COMPLETED) {
            failed++;
            lastFailed = ended;
            return;
        }
        completed++;
        if (ended.kind() != SnapshotKind.SAVEPOINT) {
            lastCompleted = ended;
        }
        if (ended.kind().isSavepoint()) {
            lastSavepoint = ended;
        } else {
            lastCheckpoint = ended;
        }
    }

    List<RoundRecord> records() {
        return copy;
    }

    RoundStatistics statistics(Collection<Round> open, Optional<String> savepointUnderWay) {
        List<RoundStatistics.OpenRound> inProgress = open.stream()
                .map(round -> new RoundStatistics.OpenRound(
                        round.id(), round.kind(), round.triggered().millis(), round.acknowledged()))
                .toList();
        return new RoundStatistics(
                new RoundStatistics.Counts(restored, total, inProgress.size(), completed, failed),
                new RoundStatistics.Latest(
                        Optional.ofNullable(lastCheckpoint),
                        Optional.ofNullable(lastSavepoint),
                        Optional.ofNullable(lastFailed),
                        Optional.ofNullable(lastRestored)),
                inProgress,
                savepointUnderWay,
                copy);
    }

    /** The newest recovery point: a savepoint is none, unless the job was to end with it. */
    @Nullable
    RoundRecord lastCompleted() {
        return lastCompleted;
    }

    /** Whether the round is remembered as given up: its files are nobody's. */
    boolean wasGivenUp(long checkpointId) {
        return records.stream()
                .anyMatch(ended -> ended.checkpointId() == checkpointId && ended.outcome() != Outcome.COMPLETED);
    }
}
