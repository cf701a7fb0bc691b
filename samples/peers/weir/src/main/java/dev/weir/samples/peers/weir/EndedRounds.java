package dev.weir.samples.peers.weir;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.samples.peers.common.CheckpointTimes;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Percentiles;
import dev.weir.samples.peers.common.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The checkpoints of a job, each once, however often it was reported. */
final class EndedRounds {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final long NANOS_PER_WHOLE_MILLI = 1_000_000;

    /** The share of the rounds, from the first on, in which the state may still be filling. */
    private static final int FILLING = 4;

    private final Map<Long, RoundRecord> byId = new TreeMap<>();

    void addAll(Collection<RoundRecord> rounds) {
        rounds.forEach(round -> byId.put(round.checkpointId(), round));
    }

    /** Hands durations to the meter, and the times of the parts where the workload is about them. */
    void report(Meter meter, Workload workload) {
        completed().forEach(round -> meter.checkpointCompleted(round.durationNanos()));
        if (workload.asksForSnapshotTimes()) {
            reportParts(meter);
        }
        if (workload == Workload.DELTA) {
            completed()
                    .forEach(round -> meter.steps()
                            .report(
                                    round.checkpointId(),
                                    round.durationNanos(),
                                    round.bytes(),
                                    round.incrementalBytes()));
        }
        if (workload == Workload.BACKPRESSURE) {
            byId.values().forEach(round -> reportTimes(round, meter.checkpointTimes()));
            completed()
                    .mapToLong(round -> round.longest().persistedRecords())
                    .max()
                    .ifPresent(records -> meter.figure("persistedRecordsMax", (double) records));
        }
    }

    private Stream<RoundRecord> completed() {
        return byId.values().stream().filter(round -> round.outcome() == Outcome.COMPLETED);
    }

    private static void reportTimes(RoundRecord round, CheckpointTimes times) {
        long endMillis = round.triggerMillis() + round.durationNanos() / NANOS_PER_WHOLE_MILLI;
        switch (round.outcome()) {
            case COMPLETED ->
                times.completed(
                        round.triggerMillis(), endMillis, round.longest().persistedBytes());
            case FAILED, SUBSUMED -> times.failed(round.triggerMillis(), endMillis);
        }
    }

    private void reportParts(Meter meter) {
        List<SnapshotFigures> all = completed().map(RoundRecord::longest).toList();
        List<SnapshotFigures> full = all.subList(all.size() / FILLING, all.size());
        meter.figure("syncRounds", full.size());
        if (!full.isEmpty()) {
            report(meter, "sync", full, SnapshotFigures::syncNanos);
            report(meter, "async", full, SnapshotFigures::asyncNanos);
            report(meter, "alignment", full, SnapshotFigures::alignmentNanos);
        }
    }

    private static void report(
            Meter meter, String part, List<SnapshotFigures> rounds, ToLongFunction<SnapshotFigures> nanos) {
        Percentiles percentiles =
                Percentiles.of(rounds.stream().mapToLong(nanos).boxed().toList());
        meter.figure(part + "P50Millis", percentiles.at(50) / NANOS_PER_MILLI);
        meter.figure(part + "P99Millis", percentiles.at(99) / NANOS_PER_MILLI);
        meter.figure(part + "MaxMillis", percentiles.max() / NANOS_PER_MILLI);
    }
}
