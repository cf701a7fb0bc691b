package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight.Side;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.InFlightIndex.EdgeIndex;
import dev.weir.snapshot.format.InFlightIndex.PartIndex;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a snapshot took is known when it has been written. */
class PendingSnapshotTest {

    @Test
    void theFiguresOfAWrittenSnapshotSayWhatRecordsUnderWayTakeInTheSegment() {
        SubtaskBench bench = new SubtaskBench(WordCount::new, Recorder::new).start();
        bench.deliver(0, SubtaskBench.savepoint(1));
        bench.deliver(1, SubtaskBench.savepoint(1));
        PendingSnapshot pending = bench.outbox.snapshots.get(0);
        assertThat(pending.kind()).isEqualTo(SnapshotKind.SAVEPOINT);
        SnapshotFigures before = pending.figures().get();

        SnapshotFigures figures = pending.figuresOf(handle(part(70), part(50)), 9);

        assertThat(figures.persistedBytes()).isEqualTo(120);
        assertThat(figures.asyncNanos()).isEqualTo(9);
        assertThat(figures.persistedRecords()).isEqualTo(before.persistedRecords());
        assertThat(figures.syncNanos()).isEqualTo(before.syncNanos());
    }

    private static PartIndex part(int length) {
        return new PartIndex(0, 0, 0, Side.QUEUED, 3, 3, 0, 6, 0, length);
    }

    private static SubtaskStateHandle handle(PartIndex... parts) {
        EdgeIndex edge = new EdgeIndex(new EdgeId("source", "", "first", 0), Schema.EMPTY, Schema.EMPTY);
        InFlightIndex inFlight = new InFlightIndex(List.of(edge), List.of(), Map.of(), List.of(parts));
        return new SubtaskStateHandle("test", 1, "file", null, 200, 0, new SegmentIndex(List.of(), inFlight));
    }
}
