package dev.weir.samples.peers.weir;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Percentiles;
import dev.weir.samples.peers.common.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The checkpoints a job completed, each once, however often it was reported. */
final class CompletedRounds {

    private static final double NANOS_PER_MILLI = 1e6;

    /** The share of the rounds, from the first on, in which the state may still be filling. */
    private static final int FILLING = 4;

    private final Map<Long, RoundRecord> byId = new TreeMap<>();

    void addAll(Collection<RoundRecord> rounds) {
        rounds.stream()
                .filter(round -> round.outcome() == RoundRecord.Outcome.COMPLETED)
                .forEach(round -> byId.put(round.checkpointId(), round));
    }

    /** Hands durations to the meter, and the times of the parts where the workload is about them. */
    void report(Meter meter, Workload workload) {
        byId.values().forEach(round -> meter.checkpointCompleted(round.durationNanos()));
        if (workload.asksForSnapshotTimes()) {
            reportParts(meter);
        }
    }

    private void reportParts(Meter meter) {
        List<SnapshotFigures> all =
                byId.values().stream().map(RoundRecord::longest).toList();
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
