package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two inputs go idle one after the other, and an unaligned checkpoint is cut while the marks are under way. */
class CaseH18IdleMarkUnderWayTest {

    private static final int A = 0;
    private static final int B = 1;
    private static final Element.Barrier BARRIER = new Element.Barrier(1, 0).overtaking();
    private static final KeyGroupRange ALL = new KeyGroupRange(0, 6);

    private final TimeWatcher before = new TimeWatcher();
    private final SubtaskBench bench = new SubtaskBench(() -> before, Recorder::new, Cut.UNALIGNED, null).start();

    /** @param taken how many of the two marks have been taken when the barrier comes; the others wait in their channels */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "0, 1", "1, 1", "0, 2", "1, 2"})
    void whereverTheMarksAreWhenTheBarrierComesTheResultIsTheSame(int first, int taken) {
        bench.deliver(A, new Element.Watermark(5));
        bench.deliver(B, new Element.Watermark(4));
        mark(first, taken >= 1);
        mark(1 - first, taken >= 2);
        SubtaskSnapshot snapshot = cut();
        assertThat(kept(snapshot))
                .filteredOn(Kept.KeptIdle.class::isInstance)
                .as("marks under way")
                .hasSize(2 - taken);

        TimeWatcher after = new TimeWatcher();
        SubtaskBench restored = restore(after, snapshot);
        restored.subtask.run();
        List<String> all = new ArrayList<>(before.seen);
        all.addAll(after.seen);
        assertThat(all.stream().distinct())
                .as("the largest seen goes out before the operator is idle")
                .containsExactly("watermark 4", "watermark 5", "idle");

        after.seen.clear();
        restored.deliver(B, Element.Active.MARK);
        restored.deliver(B, new Element.Watermark(4));
        assertThat(after.seen).as("nothing for B's 4").isEmpty();
        restored.deliver(B, new Element.Watermark(6));
        restored.deliver(A, Element.Active.MARK);
        restored.deliver(B, new Element.Watermark(7));
        restored.deliver(A, new Element.Watermark(8));
        assertThat(after.seen)
                .as("A, behind, does not hold the stream up, and pulls nothing down")
                .containsExactly("watermark 6", "watermark 7");
    }

    /** Its channel was waited for at the barrier, and isn't once the mark is taken again. */
    @Test
    void whatWaitsForAnIdleInputAtTheBarrierWaitsUntilItsMarkIsTakenAfterTheRestore() {
        bench.deliver(A, new Element.Watermark(3));
        bench.deliver(B, new Element.Watermark(9));
        bench.subtask.arrive(A, Element.Idle.MARK);
        SubtaskSnapshot snapshot = cut();
        assertThat(before.seen).containsExactly("watermark 3");

        TimeWatcher after = new TimeWatcher();
        restore(after, snapshot).subtask.run();

        assertThat(after.seen).containsExactly("watermark 9");
    }

    private void mark(int channel, boolean isTaken) {
        bench.subtask.arrive(channel, Element.Idle.MARK);
        if (isTaken) {
            bench.subtask.run();
        }
    }

    private SubtaskSnapshot cut() {
        bench.subtask.arrive(A, BARRIER);
        bench.subtask.arrive(B, BARRIER);
        return bench.outbox.snapshots.get(0).content().toCompletableFuture().join();
    }

    private static SubtaskBench restore(TimeWatcher watcher, SubtaskSnapshot snapshot) {
        return new SubtaskBench(() -> watcher, Recorder::new, Cut.UNALIGNED, Restores.same(snapshot, ALL)).start();
    }

    private static List<Kept> kept(SubtaskSnapshot snapshot) {
        return snapshot.inFlight().parts().stream()
                .flatMap(part -> part.elements().stream())
                .toList();
    }
}
