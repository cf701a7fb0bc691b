package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.InFlight.Side;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The textbook example, cut unaligned, aligned for a while, and at least once. */
class UnalignedCutOfASubtaskTest {

    private static final Element.Barrier BARRIER = new Element.Barrier(1, 0);

    private final Recorder results = new Recorder();

    @Test
    void aRecordUnderWayIsPartOfTheSnapshotAndIsCountedAfterTheRestore() throws IOException {
        SubtaskBench bench = new SubtaskBench(WordCount::new, () -> results, Cut.UNALIGNED, null).start();
        bench.words(0, "hello", "world");
        bench.words(1, "hello");
        bench.deliver(1, BARRIER.overtaking());
        PendingSnapshot pending = bench.outbox.snapshots.get(0);
        assertThat(pending.content().toCompletableFuture())
                .as("the barrier of map 1 is missing")
                .isNotDone();

        bench.words(0, "hello");
        bench.words(1, "hello");
        bench.deliver(0, BARRIER.overtaking());

        SubtaskSnapshot content = contentOf(pending);
        assertThat(SubtaskBench.counts(pending)).isEqualTo(Map.of("hello", 2L, "world", 1L));
        assertThat(recordsOf(content.inFlight())).containsExactly("hello");
        assertThat(content.inFlight().parts().get(0).channel().sender()).isZero();
        assertThat(content.inFlight().parts().get(0).side()).isEqualTo(Side.QUEUED);
        assertThat(results.got).as("both went on being processed").contains("hello=3", "hello=4");
        assertThat(pending.figures().get().persistedRecords()).isEqualTo(1);
        assertThat(pending.figures().get().processedRecords()).isEqualTo(2);

        Recorder again = new Recorder();
        SubtaskBench restored = new SubtaskBench(
                        WordCount::new, () -> again, Cut.UNALIGNED, Restores.same(content, new KeyGroupRange(0, 6)))
                .start();
        restored.subtask.run();
        assertThat(again.got).containsExactly("hello=3");
    }

    @Test
    void whatWaitsIsCapturedInChannelOrderWithItsWatermarks() {
        SubtaskBench bench = new SubtaskBench(WordCount::new, () -> results, Cut.UNALIGNED, null).start();
        bench.subtask.arrive(0, bench.batch(0, "a", "b"));
        bench.subtask.arrive(0, new Element.Watermark(5));
        bench.subtask.arrive(0, bench.batch(0, "c"));
        bench.subtask.arrive(0, Element.EndOfInput.MARK);
        bench.subtask.arrive(0, BARRIER.overtaking());
        bench.subtask.arrive(1, BARRIER.overtaking());

        InFlight inFlight = contentOf(bench.outbox.snapshots.get(0)).inFlight();

        assertThat(results.got).isEmpty();
        assertThat(inFlight.parts()).hasSize(1);
        List<Kept> kept = inFlight.parts().get(0).elements();
        assertThat(kept).hasSize(4);
        assertThat(((Kept.KeptRecord) kept.get(1)).value()).isEqualTo("b");
        assertThat(((Kept.KeptRecord) kept.get(1)).key()).isEqualTo("b");
        assertThat(kept.get(2)).isEqualTo(new Kept.KeptWatermark(5));
        assertThat(((Kept.KeptRecord) kept.get(3)).value()).isEqualTo("c");
    }

    @Test
    void aSavepointIsAlignedAlways() throws IOException {
        SubtaskBench bench = new SubtaskBench(WordCount::new, () -> results, Cut.UNALIGNED, null).start();
        Element.Barrier savepoint = SubtaskBench.savepoint(1);
        bench.words(0, "a");
        bench.deliver(0, savepoint);
        bench.words(0, "a");
        assertThat(bench.outbox.snapshots).isEmpty();

        bench.words(1, "a");
        bench.deliver(1, savepoint);

        assertThat(contentOf(bench.outbox.snapshots.get(0)).inFlight()).isEqualTo(InFlight.NONE);
        assertThat(SubtaskBench.counts(bench.outbox.snapshots.get(0))).isEqualTo(Map.of("a", 2L));
    }

    @Test
    void withATimeoutItAlignsAtFirstAndOvertakesThen() throws IOException {
        SubtaskBench bench =
                new SubtaskBench(WordCount::new, () -> results, Cut.alignedFor(Duration.ofMillis(1)), null).start();
        bench.words(0, "a");
        bench.deliver(0, BARRIER);
        bench.words(0, "a");
        bench.words(1, "a");
        assertThat(results.got).as("the second of channel 0 is held back").containsExactly("a=1", "a=2");
        assertThat(bench.outbox.wakeAtNanos).isGreaterThan(1_000_000).isLessThan(1_100_000);

        bench.nanos.set(1_100_000);
        bench.subtask.run();
        bench.words(1, "a");
        bench.deliver(1, BARRIER);

        SubtaskSnapshot content = contentOf(bench.outbox.snapshots.get(0));
        assertThat(SubtaskBench.counts(bench.outbox.snapshots.get(0))).isEqualTo(Map.of("a", 2L));
        assertThat(recordsOf(content.inFlight()))
                .as("what stands behind the barrier of channel 0 is not in it")
                .containsExactly("a");
        assertThat(content.inFlight().parts().get(0).channel().sender()).isEqualTo(1);
        assertThat(results.got).hasSize(4);
    }

    @Test
    void aSubtaskThatAlignsInTimeHasNothingUnderWay() throws IOException {
        SubtaskBench bench =
                new SubtaskBench(WordCount::new, () -> results, Cut.alignedFor(Duration.ofMillis(1)), null).start();
        bench.words(0, "a");
        bench.deliver(0, BARRIER);
        bench.words(0, "b");
        bench.words(1, "a");
        bench.deliver(1, BARRIER);

        assertThat(contentOf(bench.outbox.snapshots.get(0)).inFlight()).isEqualTo(InFlight.NONE);
        assertThat(SubtaskBench.counts(bench.outbox.snapshots.get(0))).isEqualTo(Map.of("a", 2L));
    }

    @Test
    void aCheckpointThatIsGivenUpIsNotAcknowledgedAndTheNextIs() {
        SubtaskBench bench = new SubtaskBench(WordCount::new, () -> results, Cut.UNALIGNED, null).start();
        bench.deliver(0, BARRIER.overtaking());
        bench.subtask.onOrder(new SubtaskOrder.Aborted(SubtaskBench.FENCE, 1, "timeout"));
        bench.deliver(1, BARRIER.overtaking());
        assertThat(bench.outbox.snapshots.get(0).content().toCompletableFuture())
                .isNotDone();

        bench.deliver(0, new Element.Barrier(2, 0).overtaking());
        bench.deliver(1, new Element.Barrier(2, 0).overtaking());

        assertThat(bench.outbox.snapshots).hasSize(2);
        assertThat(contentOf(bench.outbox.snapshots.get(1)).inFlight().parts()).isEmpty();
    }

    @Test
    void atLeastOnceCountsRecordsFromBehindTheBarrierToo() throws IOException {
        SubtaskBench bench = new SubtaskBench(WordCount::new, () -> results, Cut.AT_LEAST_ONCE, null).start();
        bench.words(0, "hello", "world");
        bench.words(1, "hello");
        bench.deliver(1, BARRIER);
        bench.words(1, "hello", "hello");
        assertThat(results.got).as("no channel is blocked").hasSize(5);

        bench.words(0, "hello");
        bench.deliver(0, BARRIER);

        assertThat(SubtaskBench.counts(bench.outbox.snapshots.get(0)))
                .as("3 before the barriers and 2 behind one")
                .isEqualTo(Map.of("hello", 5L, "world", 1L));
    }

    private static SubtaskSnapshot contentOf(PendingSnapshot pending) {
        assertThat(pending.content().toCompletableFuture()).isDone();
        return pending.content().toCompletableFuture().join();
    }

    private static List<Object> recordsOf(InFlight inFlight) {
        List<Object> records = new ArrayList<>();
        for (InFlight.Part part : inFlight.parts()) {
            for (Kept kept : part.elements()) {
                if (kept instanceof Kept.KeptRecord one) {
                    records.add(one.value());
                }
            }
        }
        return records;
    }
}
