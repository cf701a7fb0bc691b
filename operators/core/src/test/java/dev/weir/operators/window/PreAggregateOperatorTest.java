package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.RecordedOutput;
import dev.weir.snapshot.state.AggregateFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PreAggregateOperatorTest {

    private static final TumblingEventTimeWindows TENS = TumblingEventTimeWindows.of(Duration.ofMillis(10));
    private static final ObjectKey BY_KEY = record -> ((Vote) record).key();
    private static final LongKey BY_VALUE = record -> ((Vote) record).value() % 2;

    private final RecordedOutput<Object> output = new RecordedOutput<>();

    private <IN> SingleInputOperator<IN, Object> open(SingleInputOperator<IN, Object> operator) throws Exception {
        operator.open(FakeContext.of("before"), output);
        return operator;
    }

    private SingleInputOperator<Vote, Object> sums(PartialLimits limits) throws Exception {
        return open(new LongPreAggregate<>(TENS, BY_KEY, limits, Vote::value, LongFold.SUM));
    }

    private static void feed(SingleInputOperator<Vote, Object> operator, Vote vote) throws Exception {
        operator.process(vote, vote.time());
    }

    private List<Object> take() {
        List<Object> records = List.copyOf(output.records());
        output.records().clear();
        return records;
    }

    @Test
    void whatIsHeldLeavesBeforeAWatermarkABarrierAnIdleMarkAndTheEnd() throws Exception {
        SingleInputOperator<Vote, Object> sums = sums(PartialLimits.LONGS);

        feed(sums, Vote.a(1, 3));
        feed(sums, Vote.a(2, 9));
        assertThat(take()).isEmpty();
        assertThat(sums.onWatermark(2)).isEqualTo(2);
        assertThat(take()).containsExactly(new Partial.LongOfObject("a", 3, 2));

        feed(sums, Vote.a(4, 3));
        sums.beforeBarrier(1);
        assertThat(take()).containsExactly(new Partial.LongOfObject("a", 4, 1));

        feed(sums, Vote.a(5, 3));
        sums.beforeIdle();
        assertThat(take()).containsExactly(new Partial.LongOfObject("a", 5, 1));

        feed(sums, Vote.a(6, 3));
        assertThat(sums.finish()).isTrue();
        assertThat(take()).containsExactly(new Partial.LongOfObject("a", 6, 1));
        assertThat(sums.onWatermark(Timestamps.MAX)).isEqualTo(Timestamps.MAX);
        assertThat(take()).isEmpty();
    }

    @Test
    void aPartialIsInItsWindow() throws Exception {
        SingleInputOperator<Vote, Object> sums = sums(PartialLimits.LONGS);
        feed(sums, Vote.a(1, -3));
        sums.onWatermark(-5);
        feed(sums, Vote.a(2, 13));
        sums.onWatermark(5);

        assertThat(output.timestamps()).containsExactly(-1L, 19L);
    }

    @Test
    void longKeysTravelWithoutBoxes() throws Exception {
        SingleInputOperator<Vote, Object> sums =
                open(new LongPreAggregate<>(TENS, BY_VALUE, PartialLimits.LONGS, Vote::value, LongFold.MAX));
        feed(sums, Vote.a(3, 3));
        feed(sums, Vote.a(1, 3));
        sums.onWatermark(1);

        assertThat(take()).containsExactly(new Partial.LongOfLong(1, 3, 2));
    }

    @Test
    void aFullTableIsEmptied() throws Exception {
        SingleInputOperator<Vote, Object> sums = sums(new PartialLimits(2, 1_000));
        feed(sums, Vote.a(1, 3));
        feed(sums, Vote.a(2, 3));
        feed(sums, new Vote("b", 4, 3));

        assertThat(take())
                .containsExactlyInAnyOrder(new Partial.LongOfObject("a", 3, 2), new Partial.LongOfObject("b", 4, 1));
    }

    @Test
    void whereKeysDontRepeatRecordsPassThroughForAWhile() throws Exception {
        SingleInputOperator<Vote, Object> sums = sums(new PartialLimits(4, 4));
        for (int i = 0; i < 4; i++) {
            feed(sums, new Vote("key-" + i, i, 3));
        }
        assertThat(take()).hasSize(4).allMatch(Partial.class::isInstance);

        for (int i = 0; i < 32; i++) {
            feed(sums, Vote.a(i, 3));
        }
        assertThat(take()).hasSize(32).allMatch(Vote.class::isInstance);

        feed(sums, Vote.a(1, 3));
        assertThat(take()).isEmpty();
    }

    @Test
    void aRecordWithoutATimestampIsLeftToTheWindow() throws Exception {
        SingleInputOperator<Vote, Object> sums = sums(PartialLimits.LONGS);
        sums.process(Vote.a(1, 3), Timestamps.NONE);

        assertThat(take()).containsExactly(Vote.a(1, 3));
        assertThat(output.timestamps()).containsExactly(Timestamps.NONE);
    }

    @Test
    void aKeySelectorThatIsNotDeterministicIsFoundOut() throws Exception {
        AtomicLong calls = new AtomicLong();
        LongKey random = record -> calls.incrementAndGet();
        SingleInputOperator<Vote, Object> sums =
                open(new LongPreAggregate<>(TENS, random, PartialLimits.LONGS, Vote::value, LongFold.SUM));

        assertThatThrownBy(() -> feed(sums, Vote.a(1, 3)))
                .hasMessageContaining("not deterministic")
                .hasMessageContaining("'1' and '2'");
    }

    @Test
    void aKeyWithoutAStableHashIsRefused() throws Exception {
        ObjectKey arrays = record -> new long[1];
        SingleInputOperator<Vote, Object> sums =
                open(new LongPreAggregate<>(TENS, arrays, PartialLimits.LONGS, Vote::value, LongFold.SUM));

        assertThatThrownBy(() -> feed(sums, Vote.a(1, 3))).isInstanceOf(IllegalArgumentException.class);
        assertThat(take()).isEmpty();
    }

    @Test
    void whatASourceDoesToARecordItHasSentIsNotSeen() throws Exception {
        ObjectKey one = record -> "key";
        SingleInputOperator<List<String>, Object> lists = open(new ObjectPreAggregate<>(
                TENS, one, PartialLimits.OBJECTS, PartialFold.<List<String>>of((left, right) -> {
                    left.addAll(right);
                    return left;
                })));
        List<String> reused = new ArrayList<>(List.of("first"));
        lists.process(reused, 3);
        reused.set(0, "second");
        lists.process(reused, 3);
        reused.set(0, "third");
        lists.onWatermark(1);

        assertThat(take())
                .containsExactly(new Partial.ObjectOfObject("key", new ArrayList<>(List.of("first", "second")), 2));
    }

    @Test
    void aKeyThatIsChangedAfterwardsStaysWhatItWas() throws Exception {
        ObjectKey lists = record -> record;
        SingleInputOperator<List<String>, Object> counts =
                open(new LongPreAggregate<>(TENS, lists, PartialLimits.LONGS, record -> 1, LongFold.SUM));
        List<String> key = new ArrayList<>(List.of("x"));
        counts.process(key, 3);
        key.set(0, "y");
        counts.process(key, 3);
        counts.onWatermark(1);

        assertThat(take())
                .containsExactlyInAnyOrder(
                        new Partial.LongOfObject(List.of("x"), 1, 1), new Partial.LongOfObject(List.of("y"), 1, 1));
    }

    @Test
    void aFunctionThatGivesNullIsRefused() throws Exception {
        SingleInputOperator<Vote, Object> nulls =
                open(new ObjectPreAggregate<>(TENS, BY_KEY, PartialLimits.OBJECTS, PartialFold.of(new ToNull())));

        assertThatThrownBy(() -> feed(nulls, Vote.a(1, 3)))
                .hasMessageContaining("must not return null")
                .hasMessageContaining("'before'");
    }

    @SuppressWarnings("NullAway") // what it is about
    private static final class ToNull implements AggregateFunction<Vote, String, String> {
        @Override
        public String createAccumulator() {
            return "";
        }

        @Override
        public String add(Vote vote, String accumulator) {
            return null;
        }

        @Override
        public String getResult(String accumulator) {
            return accumulator;
        }

        @Override
        public String merge(String left, String right) {
            return left + right;
        }
    }
}
