package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.protocol.SubtaskReport;
import org.junit.jupiter.api.Test;

/** Records without keys that come to an operator whose other records have keys, as rules that are broadcast. */
class UnkeyedInputTest {

    private final Recorder results = new Recorder();

    @Test
    void recordsWithoutKeysComeBesideKeyedOnes() {
        SubtaskBench bench = new SubtaskBench(OnlyWordsAreCounted::new, () -> results).start();

        bench.words(0, "a");
        bench.deliver(1, plain("rule 1", "rule 2"));
        bench.words(0, "a");

        assertThat(bench.outbox.reports(SubtaskReport.Failed.class)).isEmpty();
        assertThat(results.got).containsExactly("a=1", "a=2");
    }

    @Test
    void theKeyOfTheRecordBeforeIsNoKeyOfARecordThatHasNone() {
        SubtaskBench bench = new SubtaskBench(WordCount::new, () -> results).start();

        bench.words(0, "a");
        bench.deliver(1, plain("rule 1"));

        assertThat(results.got).containsExactly("a=1");
        assertThat(bench.outbox.reports(SubtaskReport.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause())
                        .rootCause()
                        .hasMessageContaining("there is no current key")
                        .hasMessageContaining("state=count"));
    }

    private static Element.Data plain(String... rules) {
        RecordBatch batch = RecordBatch.plain(rules.length);
        for (String rule : rules) {
            batch.add(rule, Timestamps.NONE);
        }
        return new Element.Data(batch, 1);
    }

    private static final class OnlyWordsAreCounted extends WordCount {
        @Override
        public void process(String word, long timestamp) throws Exception {
            if (!word.startsWith("rule")) {
                super.process(word, timestamp);
            }
        }
    }
}
