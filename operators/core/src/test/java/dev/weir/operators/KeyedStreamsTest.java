package dev.weir.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.WatermarkEmitter;
import dev.weir.operators.function.Collector;
import dev.weir.operators.process.KeyedProcessFunction;
import dev.weir.operators.time.WatermarkStrategy;
import dev.weir.operators.window.TumblingEventTimeWindows;
import dev.weir.snapshot.state.AggregateFunction;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class KeyedStreamsTest {

    private static final OutputTag<Long> LATE = OutputTag.of("late", Long.class);
    private static final TumblingEventTimeWindows TENS = TumblingEventTimeWindows.of(Duration.ofMillis(10));

    private static final class Count implements AggregateFunction<Long, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long element, Long count) {
            return count + 1;
        }

        @Override
        public Long getResult(Long count) {
            return count;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }
    }

    private static final class Echo extends KeyedProcessFunction<String, Long, Long> {
        @Override
        public void processElement(Long number, Context context, Collector<Long> out) {
            out.collect(number);
        }
    }

    @Test
    void everyKeyedOperationIsANamedStatefulOperatorBehindAKeyedEdge() throws Exception {
        JobGraph graph = graphOf((numbers, keyed) -> {
            keyed.process("process", new Echo());
            keyed.map("map", number -> number + 1);
            keyed.<Long>flatMap("flatMap", (number, out) -> out.collect(number));
            keyed.filter("filter", number -> number > 1);
            keyed.reduce("reduce", Long::sum, Long.class);
            keyed.aggregate("aggregate", new Count(), Long.class);
            keyed.sum("sum", number -> number);
            keyed.sum("sum to text", number -> number, (number, sum) -> number + ":" + sum);
            keyed.count("count");
            keyed.count("count to text", (number, count) -> number + ":" + count);
            WindowedStream<Long, String> windowed = keyed.window(TENS).allowedLateness(Duration.ofSeconds(1));
            windowed.reduce("w reduce", Long::sum, Long.class);
            windowed.reduce("w reduce to text", Long::sum, Long.class, (key, window, sum) -> key + window + sum);
            windowed.aggregate("w aggregate", new Count(), Long.class);
            windowed.aggregate("w aggregate to text", new Count(), Long.class, (key, window, n) -> key + window + n);
            windowed.<Long, Long, String>aggregate(
                    "w aggregate processed", new Count(), Long.class, (key, context, counts, out) -> out.collect(key));
            windowed.<String>process("w process", (key, context, all, out) -> out.collect(key), Long.class);
            windowed.count("w count");
            windowed.count("w count to text", (key, window, count) -> key + window + count);
            windowed.sum("w sum", number -> number);
            windowed.sum("w sum to text", number -> number, (key, window, sum) -> key + window + sum);
        });

        List<Node> keyed = graph.nodes().subList(1, graph.nodes().size());
        assertThat(keyed).hasSize(20).allSatisfy(node -> {
            assertThat(node.traits().state()).isEqualTo(StateUse.STATEFUL);
            assertThat(node.traits().uidOrigin()).isEqualTo(Node.UidOrigin.NAMED_BY_USER);
            assertThat(node.keyType()).isNotNull();
            assertThat(((Node.OperatorBody) node.body()).operator().get()).isNotNull();
        });
        assertThat(graph.edges())
                .allSatisfy(edge -> assertThat(edge.partitioning()).isInstanceOf(Partitioning.Keyed.class));
    }

    @Test
    void lateRecordsAreReadAsASideOutputOfTheWindow() throws Exception {
        JobGraph graph = graphOf((numbers, keyed) -> keyed.window(TENS)
                .sideOutputLateData(LATE)
                .count("counts")
                .sideOutput(LATE)
                .map("late", number -> number));

        assertThat(graph.edges()).extracting(Edge::side).contains(LATE);
    }

    @Test
    void timestampsComeFromAnOperatorThatMakesWatermarks() throws Exception {
        JobGraph graph = graphOf((numbers, keyed) -> numbers.assignTimestampsAndWatermarks(
                "times", WatermarkStrategy.<Long>monotonous().withTimestampAssigner(number -> number)));

        Node.OperatorBody body = (Node.OperatorBody) graph.nodes().get(1).body();
        assertThat(body.operator().get()).isInstanceOf(WatermarkEmitter.class);
    }

    @Test
    void aWindowedStreamNeverChanges() throws Exception {
        graphOf((numbers, keyed) -> {
            WindowedStream<Long, String> plain = keyed.window(TENS);
            assertThat(plain.allowedLateness(Duration.ofMillis(1))).isNotSameAs(plain);
            assertThat(plain.sideOutputLateData(LATE)).isNotSameAs(plain);
        });
    }

    @Test
    void nonsenseIsRefusedWhenTheGraphIsDrawn() throws Exception {
        graphOf((numbers, keyed) -> {
            assertThatThrownBy(() -> keyed.window(TENS).allowedLateness(Duration.ofMillis(-1)))
                    .hasMessage("the allowed lateness must not be negative: got PT-0.001S");
            assertThatThrownBy(() -> keyed.count(" ")).hasMessageContaining("not blank");
        });
    }

    private static JobGraph graphOf(BiConsumer<DataStream<Long>, KeyedStream<Long, String>> job) throws Exception {
        return StreamJobs.program((env, args) -> {
                    DataStream<Long> numbers = env.generate("numbers", 10, index -> index);
                    job.accept(numbers, numbers.keyBy(number -> "key-" + number, String.class));
                })
                .build(JobArguments.none(), 3);
    }
}
