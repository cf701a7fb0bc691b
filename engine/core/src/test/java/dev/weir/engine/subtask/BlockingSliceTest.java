package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long a barrier waits for a chain that blocks: the bench delivers it between two slices. */
class BlockingSliceTest {

    private static final String[] WORDS =
            IntStream.range(0, 200).mapToObj(Integer::toString).toArray(String[]::new);

    private static final long RECORD_NANOS = 1_000_000;

    private final Recorder results = new Slow();
    private final SubtaskBench bench =
            new SubtaskBench(WordCount::new, () -> results, Cut.UNALIGNED, null, Threading.OWN_THREAD).start();

    @Test
    void aBarrierWaitsForAFewRecordsThatBlockNotForABatch() {
        bench.words(0, WORDS);
        int before = results.got.size();
        assertThat(before).isLessThan(20);

        bench.deliver(0, new Element.Barrier(1, 0));
        bench.deliver(1, new Element.Barrier(1, 0));

        assertThat(bench.outbox.snapshots).hasSize(1);
        assertThat(results.got.size() - before).isLessThan(40);
    }

    @Test
    void nothingIsLeftOutOfABatchThatIsReadInParts() {
        bench.words(0, WORDS);
        bench.words(1, WORDS);
        for (int slice = 0; slice < 2 * WORDS.length; slice++) {
            bench.subtask.run();
        }
        assertThat(results.got).hasSize(2 * WORDS.length).contains("0=2", "199=2");
    }

    /** Takes a ms for each record. */
    private final class Slow extends Recorder {

        @Override
        public void process(String record, long timestamp) throws Exception {
            bench.nanos.addAndGet(RECORD_NANOS);
            super.process(record, timestamp);
        }
    }
}
