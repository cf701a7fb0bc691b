package dev.weir.samples.peers.weir.soak;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.samples.peers.common.Meter;
import java.util.List;

/** Counts the checkpoints of a job, each once, however often it is reported. One at a time is under way, so ids rise. */
final class Rounds {

    private final Meter meter;
    private long lastId;
    private long completed;
    private long failed;
    private long persistedRecords;

    Rounds(Meter meter) {
        this.meter = meter;
    }

    void add(List<RoundRecord> ended) {
        for (RoundRecord round : ended) {
            if (round.checkpointId() > lastId) {
                lastId = round.checkpointId();
                addNew(round);
            }
        }
    }

    private void addNew(RoundRecord round) {
        if (round.outcome() == Outcome.COMPLETED) {
            completed++;
            persistedRecords += round.longest().persistedRecords();
            meter.checkpointCompleted(round.durationNanos());
        } else {
            failed++;
        }
    }

    long completed() {
        return completed;
    }

    long failed() {
        return failed;
    }

    /** Records under way that were part of the completed ones. */
    long persistedRecords() {
        return persistedRecords;
    }
}
