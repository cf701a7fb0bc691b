package dev.weir.operators.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.function.Collector;
import dev.weir.operators.function.FilterFunction;
import dev.weir.operators.function.FlatMapFunction;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Emitted;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyedFunctionsTest {

    record Sale(String shop, long amount) {}

    private static final class Previous implements MapFunction<Sale, String>, FilterFunction<Sale> {
        private @Nullable ValueState<Long> last;

        @Override
        public void open(RuntimeContext context) {
            last = context.getState(ValueStateDescriptor.of("last", Long.class));
        }

        @Override
        public String map(Sale sale) {
            ValueState<Long> state = Objects.requireNonNull(last);
            String result = sale.shop() + " " + state.value() + " then " + sale.amount();
            state.update(sale.amount());
            return result;
        }

        @Override
        public boolean filter(Sale sale) {
            ValueState<Long> state = Objects.requireNonNull(last);
            boolean isFirst = state.value() == null;
            state.update(sale.amount());
            return isFirst;
        }
    }

    private static final class History implements FlatMapFunction<Sale, List<Long>> {
        private @Nullable ValueState<List<Long>> all;

        @Override
        public void open(RuntimeContext context) {
            all = context.getState(ValueStateDescriptor.of("all", new TypeHint<List<Long>>() {})
                    .withDefault(ArrayList::new));
        }

        @Override
        public void flatMap(Sale sale, Collector<List<Long>> out) {
            ValueState<List<Long>> state = Objects.requireNonNull(all);
            List<Long> history = Objects.requireNonNullElseGet(state.value(), ArrayList::new);
            history.add(sale.amount());
            state.update(history);
            out.collect(history);
        }
    }

    private static final class Words implements FlatMapFunction<Sale, String> {
        private @Nullable ListState<String> seen;

        @Override
        public void open(RuntimeContext context) {
            seen = context.getState(ListStateDescriptor.of("seen", String.class));
        }

        @Override
        public void flatMap(Sale sale, Collector<String> out) {
            ListState<String> state = Objects.requireNonNull(seen);
            state.add(sale.shop() + sale.amount());
            state.get().forEach(out::collect);
        }
    }

    private static final class Average implements AggregateFunction<Sale, List<Long>, Double> {
        @Override
        public List<Long> createAccumulator() {
            return new ArrayList<>();
        }

        @Override
        public List<Long> add(Sale sale, List<Long> amounts) {
            amounts.add(sale.amount());
            return amounts;
        }

        @Override
        public Double getResult(List<Long> amounts) {
            return amounts.stream().mapToLong(amount -> amount).average().orElse(0);
        }

        @Override
        public List<Long> merge(List<Long> left, List<Long> right) {
            left.addAll(right);
            return left;
        }
    }

    @Test
    void aMapRemembersPerKey() throws Exception {
        OperatorHarness<Sale, String> harness =
                OperatorHarness.open(new KeyedMapOperator<>(new Previous()), Sale::shop);
        feed(harness, new Sale("x", 1), new Sale("y", 2), new Sale("x", 3));

        assertThat(harness.take()).containsExactly("x null then 1", "y null then 2", "x 1 then 3");
    }

    @Test
    void aFilterRemembersPerKeyAndPassesTheRecordItself() throws Exception {
        OperatorHarness<Sale, Sale> harness =
                OperatorHarness.open(new KeyedFilterOperator<>(new Previous()), Sale::shop);
        feed(harness, new Sale("x", 1), new Sale("y", 2), new Sale("x", 3));

        assertThat(harness.take()).containsExactly(new Sale("x", 1), new Sale("y", 2));
        assertThat(harness.copies()).isZero();
    }

    @Test
    void whatStateHandedOutIsCopiedWhenItIsEmitted() throws Exception {
        OperatorHarness<Sale, List<Long>> harness =
                OperatorHarness.open(new KeyedFlatMapOperator<>(new History()), Sale::shop);
        feed(harness, new Sale("x", 1), new Sale("x", 3));

        assertThat(harness.take()).containsExactly(List.of(1L), List.of(1L, 3L));
    }

    @Test
    void resultsAreNotCopiedWhereStateHoldsNothingThatChanges() throws Exception {
        OperatorHarness<Sale, String> harness =
                OperatorHarness.open(new KeyedFlatMapOperator<>(new Words()), Sale::shop);
        feed(harness, new Sale("x", 1), new Sale("x", 3));

        assertThat(harness.take()).containsExactly("x1", "x1", "x3");
        assertThat(harness.copies()).isZero();
    }

    @Test
    void aReduceEmitsTheReducedValueAfterEachRecord() throws Exception {
        KeyedReduceOperator<Sale> operator = new KeyedReduceOperator<>(
                (left, right) -> left.amount() >= right.amount() ? left : right, TypeHint.of(Sale.class));
        OperatorHarness<Sale, Sale> harness = OperatorHarness.open(operator, Sale::shop);
        feed(harness, new Sale("x", 2), new Sale("y", 1), new Sale("x", 1), new Sale("x", 3));

        assertThat(harness.take())
                .containsExactly(new Sale("x", 2), new Sale("y", 1), new Sale("x", 2), new Sale("x", 3));
    }

    @Test
    void anAggregateEmitsItsResultAfterEachRecord() throws Exception {
        KeyedAggregateOperator<Sale, List<Long>, Double> operator =
                new KeyedAggregateOperator<>(new Average(), new TypeHint<List<Long>>() {});
        OperatorHarness<Sale, Double> harness = OperatorHarness.open(operator, Sale::shop);
        feed(harness, new Sale("x", 2), new Sale("y", 1), new Sale("x", 4));

        assertThat(harness.take()).containsExactly(2.0, 1.0, 3.0);
    }

    @Test
    void aSumRunsPerKeyAndSurvivesARestore() throws Exception {
        OperatorHarness<Sale, KeyedLong<String>> harness =
                OperatorHarness.open(KeyedSumOperator.ofKeys(Sale::amount), Sale::shop);
        feed(harness, new Sale("x", 2), new Sale("y", 1), new Sale("x", 4));
        assertThat(harness.takeStamped())
                .containsExactly(
                        new Emitted<>(new KeyedLong<>("x", 2), 0),
                        new Emitted<>(new KeyedLong<>("y", 1), 1),
                        new Emitted<>(new KeyedLong<>("x", 6), 2));

        OperatorHarness<Sale, KeyedLong<String>> restored =
                harness.crashAndRestore(() -> KeyedSumOperator.<String, Sale>ofKeys(Sale::amount));
        feed(restored, new Sale("x", 1));
        assertThat(restored.take()).containsExactly(new KeyedLong<>("x", 7));
    }

    @Test
    void aSumMayMakeItsResultOfTheRecord() throws Exception {
        KeyedSumOperator<Sale, String> operator =
                KeyedSumOperator.of(sale -> 1, (sale, count) -> sale.shop() + "#" + count);
        OperatorHarness<Sale, String> harness = OperatorHarness.open(operator, Sale::shop);
        feed(harness, new Sale("x", 2), new Sale("x", 4));

        assertThat(harness.take()).containsExactly("x#1", "x#2");
    }

    private static void feed(OperatorHarness<Sale, ?> harness, Sale... sales) throws Exception {
        for (int i = 0; i < sales.length; i++) {
            harness.process(sales[i], i);
        }
    }
}
