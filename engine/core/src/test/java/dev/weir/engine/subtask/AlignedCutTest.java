package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.CheckpointSettings;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The textbook example: two sources, a sum. The snapshot holds exactly what came before the barrier on each channel. */
class AlignedCutTest {

    private final Recorder results = new Recorder();
    private final SubtaskBench bench = new SubtaskBench(WordCount::new, () -> results).start();

    @Test
    void aRecordFromAChannelWithoutItsBarrierIsCountedNow() throws IOException {
        bench.words(0, "hello", "world");
        bench.words(1, "hello");
        bench.deliver(1, new Element.Barrier(1, 0));
        assertThat(bench.outbox.snapshots).isEmpty();

        bench.words(0, "hello");

        assertThat(results.got).endsWith("hello=3");
        bench.deliver(0, new Element.Barrier(1, 0));
        assertThat(bench.outbox.snapshots).hasSize(1);
        assertThat(SubtaskBench.counts(bench.outbox.snapshots.get(0))).isEqualTo(Map.of("hello", 3L, "world", 1L));
    }

    @Test
    void aRecordBehindTheBarrierIsHeldBackAndComesAfterTheSnapshot() throws IOException {
        bench.words(0, "hello", "world");
        bench.words(1, "hello");
        bench.deliver(1, new Element.Barrier(1, 0));

        bench.words(1, "hello");

        assertThat(results.got).as("held back").doesNotContain("hello=3");
        bench.words(0, "hello");
        bench.deliver(0, new Element.Barrier(1, 0));
        bench.subtask.run();
        assertThat(SubtaskBench.counts(bench.outbox.snapshots.get(0))).isEqualTo(Map.of("hello", 3L, "world", 1L));
        assertThat(results.got).as("processed after the snapshot").endsWith("hello=4");
    }

    @Test
    void anAbortedAlignmentLetsTheHeldBackDataThrough() {
        bench.words(0, "a");
        bench.deliver(0, new Element.Barrier(1, 0));
        bench.words(0, "a");
        assertThat(results.got).containsExactly("a=1");

        bench.subtask.onOrder(new SubtaskOrder.Aborted(SubtaskBench.FENCE, 1, "timeout"));
        bench.subtask.run();

        assertThat(results.got).containsExactly("a=1", "a=2");
        bench.deliver(1, new Element.Barrier(1, 0));
        assertThat(bench.outbox.snapshots).as("the late barrier means nothing").isEmpty();
    }

    @Test
    void anAlignmentThatOutlastsItsRoundEndsAlsoWhereNobodySaysSo() {
        bench.words(0, "a");
        bench.deliver(0, new Element.Barrier(1, 0));
        bench.words(0, "a");

        bench.nanos.addAndGet(CheckpointSettings.DEFAULT.timeout().toNanos());
        bench.subtask.run();

        assertThat(results.got).as("held back until then").containsExactly("a=1", "a=2");
        bench.deliver(1, new Element.Barrier(1, 0));
        assertThat(bench.outbox.snapshots).as("the late barrier means nothing").isEmpty();
    }

    @Test
    void aDrainedSubtaskPassesBarriersOn() {
        bench.words(0, "a");
        bench.deliver(0, new Element.Watermark(Long.MAX_VALUE));
        bench.deliver(0, Element.EndOfInput.MARK);
        bench.deliver(1, Element.EndOfInput.MARK);
        assertThat(bench.outbox.reports(SubtaskReport.Drained.class)).hasSize(1);

        bench.deliver(0, new Element.Barrier(5, 0));
        bench.deliver(1, new Element.Barrier(5, 0));

        assertThat(bench.outbox.snapshots).hasSize(1);
        assertThat(bench.outbox.snapshots.get(0).target().checkpointId()).isEqualTo(5);
    }

    @Test
    void ordersOfAnotherAttemptChangeNothing() {
        bench.subtask.onOrder(new SubtaskOrder.Stop(new Fence(3, 6)));

        bench.words(0, "a");

        assertThat(results.got).containsExactly("a=1");
    }
}
