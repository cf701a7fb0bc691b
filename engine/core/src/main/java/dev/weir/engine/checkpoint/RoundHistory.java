package dev.weir.engine.checkpoint;

import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last {@value #KEPT} rounds that have ended, and the last one that completed. */
final class RoundHistory {

    static final int KEPT = 100;

    private final Deque<RoundRecord> records = new ArrayDeque<>();
    private @Nullable RoundRecord lastCompleted;

    void add(RoundRecord ended) {
        if (records.size() == KEPT) {
            records.removeFirst();
        }
        records.addLast(ended);
        if (ended.outcome() == Outcome.COMPLETED) {
            lastCompleted = ended;
        }
    }

    List<RoundRecord> records() {
        return new ArrayList<>(records);
    }

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
