package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.snapshot.format.InFlight.Kept;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * An unaligned checkpoint is cut between two timers of one advance of event time, and while late records and the watermark
 * before them are under way: what was late is late after the restore, and what wasn't is not.
 */
class CaseH17HalfDoneAdvanceTest {

    private static final Element.Barrier BARRIER = new Element.Barrier(1, 0).overtaking();
    private static final KeyGroupRange ALL = new KeyGroupRange(0, 6);
    private static final int MAX_PARALLELISM = 7;

    private final TimeWatcher before = new TimeWatcher();
    private final TimeWatcher after = new TimeWatcher();
    private final SubtaskBench bench = new SubtaskBench(() -> before, Recorder::new, Cut.UNALIGNED, null).start();
    private final long[] batches = new long[2];

    @Test
    void aLateRecordBehindAHalfDoneAdvanceIsLateAfterTheRestoreToo() {
        deliver(0, "one", 10, "two", 12, "three", 14);
        before.pausesAfterTimer = true;
        bench.deliver(0, new Element.Watermark(20));
        bench.deliver(1, new Element.Watermark(20));
        assertThat(before.seen).as("half done").containsExactly("one", "two", "three", "timer 10");
        bench.subtask.arrive(0, batch(0, "late", 15, "in time", 25));

        SubtaskSnapshot snapshot = cut();

        assertThat(snapshot.inFlight().pendingAdvances()).isEqualTo(Map.of("first", 20L));
        assertThat(snapshot.operators().get(0).eventTime())
                .as("the last advance that was completed")
                .isEqualTo(Long.MIN_VALUE);
        restore(snapshot);
        assertThat(after.seen)
                .as("the advance is finished before anything else")
                .containsExactly("timer 12", "timer 14", "watermark 20", "late is late", "in time");
    }

    /** The run that wasn't thrown away does the same. */
    @Test
    void theAttemptItselfGoesOnAsTheRestoredOneDoes() {
        deliver(0, "one", 10, "two", 12);
        before.pausesAfterTimer = true;
        bench.deliver(0, new Element.Watermark(20));
        bench.deliver(1, new Element.Watermark(20));
        bench.subtask.arrive(1, batch(1, "late", 15));
        cut();

        before.goOn();
        bench.subtask.run();

        assertThat(before.seen).containsExactly("one", "two", "timer 10", "timer 12", "watermark 20", "late is late");
    }

    @Test
    void aRecordBehindAWatermarkUnderWayIsJudgedByIt() {
        bench.deliver(1, new Element.Watermark(20));
        bench.subtask.arrive(0, batch(0, "before it", 10));
        bench.subtask.arrive(0, new Element.Watermark(19));
        bench.subtask.arrive(0, batch(0, "behind it", 10));

        SubtaskSnapshot snapshot = cut();

        assertThat(before.seen).isEmpty();
        assertThat(snapshot.inFlight().parts().get(0).elements()).contains(new Kept.KeptWatermark(19));
        restore(snapshot);
        assertThat(after.seen).containsExactly("before it", "timer 10", "watermark 19", "behind it is late");
    }

    private void restore(SubtaskSnapshot snapshot) {
        SubtaskBench restored =
                new SubtaskBench(() -> after, Recorder::new, Cut.UNALIGNED, Restores.same(snapshot, ALL)).start();
        restored.subtask.run();
    }

    private SubtaskSnapshot cut() {
        bench.subtask.arrive(0, BARRIER);
        bench.subtask.arrive(1, BARRIER);
        return bench.outbox.snapshots.get(0).content().toCompletableFuture().join();
    }

    private void deliver(int channel, Object... recordsAndTimes) {
        bench.deliver(channel, batch(channel, recordsAndTimes));
    }

    /** All of one key: its records and timers keep their order. */
    private Element.Data batch(int channel, Object... recordsAndTimes) {
        int hash = KeyGroups.murmur(StableHash.hashOf("key"));
        RecordBatch batch = RecordBatch.keyed(recordsAndTimes.length / 2);
        for (int i = 0; i < recordsAndTimes.length; i += 2) {
            long time = (Integer) recordsAndTimes[i + 1];
            batch.addKeyed(recordsAndTimes[i], time, (Object) "key", hash, hash % MAX_PARALLELISM);
        }
        return new Element.Data(batch, ++batches[channel]);
    }
}
