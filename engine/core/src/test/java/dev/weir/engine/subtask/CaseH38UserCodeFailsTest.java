package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.operator.Output;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User code that throws: the first failure is the cause, errors from close are suppressed, all is closed once. */
class CaseH38UserCodeFailsTest {

    @Test
    void theCauseIsOpensAndNotCloses() {
        WordCount first = new WordCount();
        Recorder second = new Recorder() {
            @Override
            public void open(OperatorContext context, Output<Object> output) throws Exception {
                super.open(context, output);
                throw new IllegalStateException("root");
            }

            @Override
            public void close() throws Exception {
                super.close();
                throw new NullPointerException("from close");
            }
        };

        SubtaskBench bench = new SubtaskBench(() -> first, () -> second).start();

        Throwable cause = failureOf(bench);
        assertThat(cause).hasMessageContaining("'second' failed in open").hasRootCauseMessage("root");
        assertThat(cause.getSuppressed())
                .singleElement()
                .satisfies(s -> assertThat(s).hasRootCauseMessage("from close"));
        assertThat(second.calls).containsExactly("open", "close");
        assertThat(first.calls).as("its open never began").isEmpty();
    }

    @Test
    void theCauseIsTheRecordsErrorAndEverythingIsClosedOnce() {
        WordCount first = new WordCount();
        Recorder second = new Recorder() {
            @Override
            public void process(String record, long timestamp) throws Exception {
                super.process(record, timestamp);
                if (got.size() == 5) {
                    throw new IllegalArgumentException("record 5");
                }
            }

            @Override
            public void close() throws Exception {
                super.close();
                throw new NullPointerException("from close");
            }
        };
        SubtaskBench bench = new SubtaskBench(() -> first, () -> second).start();

        bench.words(0, "a", "b", "c", "d", "e", "f");
        bench.subtask.onOrder(new SubtaskOrder.Stop(SubtaskBench.FENCE));

        OperatorFailure cause = (OperatorFailure) failureOf(bench);
        assertThat(cause).hasRootCauseMessage("record 5");
        assertThat(cause.uid()).isEqualTo("second");
        assertThat(cause.record()).isEqualTo("e=1");
        assertThat(cause.getSuppressed()).hasSize(1);
        assertThat(first.calls).containsExactly("open", "close");
        assertThat(second.calls).containsExactly("open", "close");
        assertThat(bench.outbox.reports(SubtaskReport.Stopped.class)).hasSize(1);
    }

    @Test
    void aFailureThatUserCodeSwallowsStillFailsTheAttempt() {
        WordCount swallowing = new WordCount() {
            @Override
            public void process(String word, long timestamp) {
                try {
                    super.process(word, timestamp);
                } catch (Exception swallowed) {
                    calls.add("swallowed");
                }
            }
        };
        Recorder failing = new Recorder() {
            @Override
            public void process(String record, long timestamp) {
                throw new IllegalArgumentException("down the chain");
            }
        };
        SubtaskBench bench = new SubtaskBench(() -> swallowing, () -> failing).start();

        bench.words(0, "a");

        assertThat(swallowing.calls).contains("swallowed");
        assertThat(failureOf(bench)).hasRootCauseMessage("down the chain");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                RuntimeException.class,
                AssertionError.class,
                NoClassDefFoundError.class,
                StackOverflowError.class,
                InterruptedException.class
            })
    void anyThrowableFailsTheAttemptOnly(Class<? extends Throwable> kind) {
        Recorder failing = new Recorder() {
            @Override
            public void process(String record, long timestamp) throws Exception {
                Throwable thrown = kind.getDeclaredConstructor().newInstance();
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (Exception) thrown;
            }
        };
        SubtaskBench bench = new SubtaskBench(WordCount::new, () -> failing).start();

        bench.words(0, "a");

        assertThat(failureOf(bench)).hasCauseInstanceOf(kind);
    }

    private static Throwable failureOf(SubtaskBench bench) {
        return bench.outbox.reports(SubtaskReport.Failed.class).get(0).cause();
    }
}
