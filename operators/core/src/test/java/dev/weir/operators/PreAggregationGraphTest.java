package dev.weir.operators;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.function.Combinable;
import dev.weir.operators.function.CombinableReduceFunction;
import dev.weir.operators.window.PreAggregation;
import dev.weir.operators.window.TumblingEventTimeWindows;
import dev.weir.snapshot.state.AggregateFunction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Where windows aggregate before records are dealt out by key, and what that makes of the graph. */
class PreAggregationGraphTest {

    private static final TumblingEventTimeWindows TENS = TumblingEventTimeWindows.of(Duration.ofMillis(10));
    private static final OutputTag<Long> LATE = OutputTag.of("late", Long.class);

    private static JobGraph graph(StreamJob job) throws Exception {
        return StreamJobs.program(job).build(JobArguments.none(), 3);
    }

    private static WindowedStream<Long, Long> windowed(StreamEnvironment env) {
        return env.generate("numbers", 10, index -> index).keyByLong(n -> n).window(TENS);
    }

    private static boolean before(Consumer<WindowedStream<Long, Long>> use) throws Exception {
        JobGraph graph = graph((env, args) -> use.accept(windowed(env)));
        return graph.nodes().stream().anyMatch(node -> node.uid().equals("w/pre-aggregate"));
    }

    @Test
    void exactFunctionsAggregateBefore() throws Exception {
        CombinableReduceFunction<Long> largest = Math::max;
        assertThat(before(w -> w.count("w"))).isTrue();
        assertThat(before(w -> w.sum("w", n -> n))).isTrue();
        assertThat(before(w -> w.min("w", n -> n))).isTrue();
        assertThat(before(w -> w.max("w", n -> n))).isTrue();
        assertThat(before(w -> w.reduce("w", largest, Long.class))).isTrue();
        assertThat(before(w -> w.aggregate("w", new CombinableSum(), Long.class)))
                .isTrue();
    }

    @Test
    void functionsThatDontSaySoDont() throws Exception {
        assertThat(before(w -> w.reduce("w", Math::max, Long.class))).isFalse();
        assertThat(before(w -> w.aggregate("w", new Sum(), Long.class))).isFalse();
        assertThat(before(w -> w.process("w", (key, context, all, out) -> out.collect(key), Long.class)))
                .isFalse();
    }

    @Test
    void whereLatenessCouldTellNothingAggregatesBefore() throws Exception {
        assertThat(before(w -> w.allowedLateness(Duration.ofMillis(1)).count("w")))
                .isFalse();
        assertThat(before(w -> w.sideOutputLateData(LATE).count("w"))).isFalse();
        assertThat(before(w -> w.allowedLateness(Duration.ZERO).count("w"))).isTrue();
    }

    @Test
    void itCanBeSwitchedOff() throws Exception {
        assertThat(before(w -> w.preAggregation(PreAggregation.OFF).count("w"))).isFalse();
        assertThat(before(w -> w.preAggregation(PreAggregation.OFF)
                        .allowedLateness(Duration.ZERO)
                        .count("w")))
                .isFalse();
        assertThat(before(w -> w.preAggregation(PreAggregation.WHERE_EXACT).count("w")))
                .isTrue();
    }

    @Test
    void whatTheUserDrawsHasTheSameIdsAndUidsEitherWay() throws Exception {
        List<Node> on = nodesOf(PreAggregation.WHERE_EXACT);
        List<Node> off = nodesOf(PreAggregation.OFF);

        assertThat(off).extracting(Node::uid).containsExactly("numbers", "map#1", "counts", "map#3", "out");
        assertThat(on.subList(0, 5))
                .extracting(Node::uid)
                .isEqualTo(off.stream().map(Node::uid).toList());
        assertThat(on.subList(0, 5)).extracting(Node::id).containsExactly(0, 1, 2, 3, 4);
        assertThat(on).hasSize(6);
        Node added = on.get(5);
        assertThat(added.id()).isEqualTo(5);
        assertThat(added.uid()).isEqualTo("counts/pre-aggregate");
        assertThat(added.traits().state()).isEqualTo(StateUse.STATELESS);
    }

    private static List<Node> nodesOf(PreAggregation choice) throws Exception {
        return graph((env, args) -> env.generate("numbers", 10, index -> index)
                        .map(n -> n)
                        .keyByLong(n -> n)
                        .window(TENS)
                        .preAggregation(choice)
                        .count("first name")
                        .uid("counts")
                        .map(count -> count)
                        .print("out"))
                .nodes();
    }

    @Test
    void itIsChainedToWhatItReadsWhateverThatIsMade() throws Exception {
        JobGraph graph = graph((env, args) -> {
            SingleOutputStream<Long> slow =
                    env.generate("numbers", 10, index -> index).map("slow", n -> n);
            slow.keyByLong(n -> n).window(TENS).count("counts").parallelism(2).print("out");
            slow.parallelism(5).maxParallelism(5).blocking();
        });
        ExecutionPlan plan = Planner.plan(graph, JobSettings.defaults("job", 3), Map.of());

        Chain slow = plan.chains().stream()
                .filter(chain -> chain.head().uid().equals("slow"))
                .findFirst()
                .orElseThrow();
        assertThat(slow.links()).extracting(ChainLink::uid).containsExactly("slow", "counts/pre-aggregate");
        assertThat(slow.parallelism()).isEqualTo(5);
        assertThat(slow.threading()).isEqualTo(Threading.OWN_THREAD);
    }

    @Test
    void eachStreamOfAUnionAggregatesInItsOwnChain() throws Exception {
        JobGraph graph = graph((env, args) -> {
            DataStream<Long> five = env.generate("five", 10, index -> index).parallelism(5);
            DataStream<Long> two = env.generate("two", 10, index -> index).parallelism(2);
            five.union(two)
                    .keyBy(n -> "key" + n, String.class)
                    .window(TENS)
                    .sum("sums", n -> n)
                    .print("out");
        });

        assertThat(graph.nodes().subList(4, 6))
                .extracting(node -> node.uid() + " " + node.parallelism())
                .containsExactly("sums/pre-aggregate 5", "sums/pre-aggregate-1 2");
        assertThat(graph.edges())
                .extracting(edge -> edge.from() + ">" + edge.to())
                .containsExactly("2>3", "0>4", "4>2", "1>5", "5>2");
        assertThat(graph.edges())
                .filteredOn(edge -> edge.to() == 2)
                .extracting(Edge::partitioning)
                .allMatch(Partitioning.Keyed.class::isInstance);
        assertThat(graph.nodes().get(2).keyType()).isNotNull();
    }

    @Test
    void sideOutputsAggregateBeforeToo() throws Exception {
        JobGraph graph = graph((env, args) -> env.generate("numbers", 10, index -> index)
                .map(n -> n)
                .sideOutput(LATE)
                .keyByLong(n -> n)
                .window(TENS)
                .count("counts")
                .print("out"));

        assertThat(graph.edges())
                .filteredOn(edge -> edge.to() == 4)
                .extracting(Edge::side)
                .containsExactly(LATE);
    }

    private static class Sum implements AggregateFunction<Long, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long number, Long sum) {
            return sum + number;
        }

        @Override
        public Long getResult(Long sum) {
            return sum;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }
    }

    private static final class CombinableSum extends Sum implements Combinable {}
}
