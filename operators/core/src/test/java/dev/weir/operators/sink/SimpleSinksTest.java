package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class SimpleSinksTest {

    @Test
    void forEachHandsOverEachRecordAtOnce() throws Exception {
        List<String> seen = new ArrayList<>();
        ForEachOperator<String> operator = new ForEachOperator<>(seen::add);
        operator.open(FakeContext.of("sink"), new RecordedOutput<>());

        operator.process("a", 1);
        operator.process("b", 2);

        assertThat(seen).containsExactly("a", "b");
    }

    @Test
    void printWritesALineWithTheSinksNameAndSubtask() throws Exception {
        assertThat(printed(FakeContext.of("counts"))).isEqualTo("counts:1> 7\ncounts:1> x\n");
        assertThat(printed(new FakeContext("counts", 0, 1, 1, Map.of()))).isEqualTo("counts> 7\ncounts> x\n");
    }

    @Test
    void collectedResultsShowAfterTheCommit() throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        FakeContext context = FakeContext.of("results");
        TwoPhaseCommitOperator<String, Integer> operator = new TwoPhaseCommitOperator<>(new CollectSink<>(results));
        operator.open(context, new RecordedOutput<>());
        operator.process("a", 0);
        operator.process("b", 0);
        operator.snapshot(new FakeSnapshot(1));
        operator.process("c", 0);
        assertThat(results.size()).isZero();

        operator.onCheckpointComplete(1);
        context.runAll();

        assertThat(results.list()).containsExactly("a", "b");
        assertThat(results.await(2, Duration.ofSeconds(1))).hasSize(2);
        assertThatThrownBy(() -> results.await(3, Duration.ofMillis(1)))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContainingAll("for 3 results", "got 2");
    }

    @Test
    void aRestartRepeatsAndLosesNoCollectedResult() throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        TwoPhaseCommitOperator<String, Integer> first = new TwoPhaseCommitOperator<>(new CollectSink<>(results));
        first.open(FakeContext.of("results"), new RecordedOutput<>());
        first.process("a", 0);
        FakeSnapshot one = new FakeSnapshot(1);
        first.snapshot(one);
        first.process("lost", 0);
        first.snapshot(new FakeSnapshot(2));

        FakeContext context = new FakeContext(
                "results", 1, 3, 2, Map.of(TwoPhaseCommitOperator.STATE, one.elements(TwoPhaseCommitOperator.STATE)));
        TwoPhaseCommitOperator<String, Integer> second = new TwoPhaseCommitOperator<>(new CollectSink<>(results));
        second.open(context, new RecordedOutput<>());
        context.runAll();
        second.process("b", 0);
        second.snapshot(new FakeSnapshot(3));
        second.onCheckpointComplete(3);
        context.runAll();

        assertThat(results.list()).containsExactly("a", "b");
    }

    @Test
    void resultsThatWereCollectedElsewhereAreMissed() throws Exception {
        TwoPhaseCommitOperator<String, Integer> first =
                new TwoPhaseCommitOperator<>(new CollectSink<>(new CollectedResults<>()));
        first.open(FakeContext.of("results"), new RecordedOutput<>());
        first.process("a", 0);
        FakeSnapshot one = new FakeSnapshot(1);
        first.snapshot(one);

        FakeContext context = new FakeContext(
                "results", 1, 3, 2, Map.of(TwoPhaseCommitOperator.STATE, one.elements(TwoPhaseCommitOperator.STATE)));
        TwoPhaseCommitOperator<String, Integer> second =
                new TwoPhaseCommitOperator<>(new CollectSink<>(new CollectedResults<>()));
        second.open(context, new RecordedOutput<>());

        assertThatThrownBy(context::runAll)
                .isInstanceOf(TransactionLostException.class)
                .hasMessageContainingAll("1 records", "another process");
    }

    private static String printed(FakeContext context) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        ForEachOperator<Object> operator = new ForEachOperator<>(new PrintFunction<>("counts", out));
        operator.open(context, new RecordedOutput<>());
        operator.process(7, 0);
        operator.process("x", 0);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
