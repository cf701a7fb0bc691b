package dev.weir.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Chaining;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.graph.Node.UidOrigin;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.snapshot.state.TypeHint;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobGraphTest {

    private static final int JOB_PARALLELISM = 3;

    @Test
    void aStraightJobIsAChainOfForwardEdges() throws Exception {
        JobGraph graph = graph(env -> env.generate("numbers", 10, n -> n)
                .map(n -> n + 1)
                .filter("odd", n -> n % 2 == 1)
                .print("out"));

        assertThat(graph.nodes()).extracting(Node::uid).containsExactly("numbers", "map#1", "odd", "out");
        assertThat(graph.nodes()).extracting(Node::name).containsExactly("numbers", "map", "odd", "out");
        assertThat(graph.nodes()).extracting(Node::id).containsExactly(0, 1, 2, 3);
        assertThat(graph.nodes()).extracting(Node::parallelism).containsOnly(JOB_PARALLELISM);
        assertThat(edges(graph)).containsExactly("0>1 Forward", "1>2 Forward", "2>3 Forward");
    }

    @Test
    void traitsSayWhoNamedANodeAndWhetherItKeepsState() throws Exception {
        JobGraph graph = graph(env -> env.generate("numbers", 10, n -> n)
                .map(n -> n)
                .map("named", n -> n)
                .collect("results", new CollectedResults<>()));

        assertThat(graph.nodes())
                .extracting(node -> node.traits().uidOrigin())
                .containsExactly(
                        UidOrigin.NAMED_BY_USER, UidOrigin.DERIVED, UidOrigin.NAMED_BY_USER, UidOrigin.NAMED_BY_USER);
        assertThat(graph.nodes())
                .extracting(node -> node.traits().state())
                .containsExactly(StateUse.STATEFUL, StateUse.STATELESS, StateUse.STATELESS, StateUse.STATEFUL);
    }

    @Test
    void modifiersSayHowTheLastOperatorRuns() throws Exception {
        JobGraph graph = graph(env -> env.generate("numbers", 10, n -> n)
                .map(n -> n)
                .name("Slow look-up")
                .uid("slow")
                .parallelism(5)
                .maxParallelism(7)
                .blocking()
                .startNewChain()
                .print("out"));

        Node slow = graph.nodes().get(1);
        assertThat(slow.uid()).isEqualTo("slow");
        assertThat(slow.name()).isEqualTo("Slow look-up");
        assertThat(slow.parallelism()).isEqualTo(5);
        assertThat(slow.maxParallelism()).isEqualTo(7);
        assertThat(slow.traits().threading()).isEqualTo(Threading.OWN_THREAD);
        assertThat(slow.traits().chaining()).isEqualTo(Chaining.HEAD);
        assertThat(graph.nodes().get(2).traits().threading()).isEqualTo(Threading.SHARED);
    }

    @Test
    void betweenUnequalParallelismsRecordsAreRebalanced() throws Exception {
        JobGraph graph = graph(env -> env.fromElements("words", "a", "b")
                .map(word -> word)
                .map(word -> word)
                .parallelism(2)
                .print("out"));

        assertThat(edges(graph)).containsExactly("0>1 Rebalance", "1>2 Rebalance", "2>3 Rebalance");
        assertThat(graph.nodes().get(0).parallelism()).isEqualTo(1);
    }

    @Test
    void everyPartitioningIsDrawn() throws Exception {
        JobGraph graph = graph(env -> {
            DataStream<Long> numbers = env.generate("numbers", 10, n -> n);
            numbers.rebalance().print("rebalanced");
            numbers.rescale().print("rescaled");
            numbers.shuffle().print("shuffled");
            numbers.broadcast().print("everywhere");
            numbers.global().print("first");
            numbers.forward().print("forward");
            numbers.partitionCustom((key, targets) -> (int) (key % targets), n -> n)
                    .print("custom");
            numbers.keyBy(n -> n).print("keyed");
            numbers.keyByLong(n -> n).print("keyed by long");
        });

        assertThat(edges(graph))
                .containsExactly(
                        "0>1 Rebalance",
                        "0>2 Rescale",
                        "0>3 Shuffle",
                        "0>4 Broadcast",
                        "0>5 Global",
                        "0>6 Forward",
                        "0>7 Custom",
                        "0>8 Keyed",
                        "0>9 Keyed");
    }

    @Test
    void theClassOfAKeyIsKnownWhereItWasGiven() throws Exception {
        JobGraph graph = graph(env -> {
            DataStream<Long> numbers = env.generate("numbers", 10, n -> n);
            numbers.keyBy(n -> "k" + n).print("unknown");
            numbers.keyBy(n -> "k" + n, String.class).print("string");
            numbers.keyBy(n -> List.of(n), new TypeHint<List<Long>>() {}).print("list");
            numbers.keyByLong(n -> n).print("long");
            numbers.keyByLong(n -> n).rebalance().print("not keyed any more");
        });

        assertThat(graph.nodes())
                .extracting(Node::keyType)
                .containsExactly(
                        null,
                        null,
                        TypeHint.of(String.class),
                        new TypeHint<List<Long>>() {},
                        TypeHint.of(Long.class),
                        null);
    }

    @Test
    void selectorsArePassedOnToTheEdge() throws Exception {
        JobGraph graph = graph(env -> {
            DataStream<Long> numbers = env.generate("numbers", 10, n -> n);
            numbers.keyBy(n -> "k" + n).print("object");
            numbers.keyByLong(n -> 2 * n).print("long");
            numbers.partitionCustom((String key, int targets) -> key.length() % targets, n -> "k" + n)
                    .print("custom");
        });

        Partitioning.Keyed object = (Partitioning.Keyed) graph.edges().get(0).partitioning();
        Partitioning.Keyed asLong = (Partitioning.Keyed) graph.edges().get(1).partitioning();
        Partitioning.Custom custom = (Partitioning.Custom) graph.edges().get(2).partitioning();
        assertThat(((Partitioning.ObjectKey) object.key()).keyOf(5L)).isEqualTo("k5");
        assertThat(((Partitioning.LongKey) asLong.key()).keyOf(5L)).isEqualTo(10L);
        assertThat(custom.partitioner().targetOf(555L, 3)).isEqualTo(1);
    }

    @Test
    @SuppressWarnings("NullAway") // the mistake this is about
    void aNullKeyFailsWithTheNameOfTheOperatorBeforeIt() throws Exception {
        JobGraph graph = graph(env -> {
            SingleOutputStream<Long> numbers =
                    env.generate("numbers", 10, n -> n).map(n -> n);
            numbers.keyBy(n -> null).print("out");
            numbers.uid("late name");
        });
        Partitioning.Keyed keyed = (Partitioning.Keyed) graph.edges().get(1).partitioning();

        assertThatThrownBy(() -> ((Partitioning.ObjectKey) keyed.key()).keyOf(5L))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContainingAll("a key is never null", "late name", "filter");
    }

    @Test
    void aUnionIsSeveralEdgesIntoOneInput() throws Exception {
        JobGraph graph = graph(env -> {
            DataStream<Long> first = env.generate("first", 10, n -> n);
            DataStream<Long> second = env.generate("second", 10, n -> n).parallelism(2);
            DataStream<Long> third = env.generate("third", 10, n -> n).broadcast();
            first.union(second, third).print("out");
            first.union(second).keyByLong(n -> n).print("keyed");
        });

        assertThat(edges(graph))
                .containsExactly("0>3 Forward", "1>3 Rebalance", "2>3 Broadcast", "0>4 Keyed", "1>4 Keyed");
        assertThat(graph.edges()).extracting(Edge::toInput).containsOnly(0);
    }

    @Test
    void aSideOutputIsAnEdgeWithItsTag() throws Exception {
        OutputTag<String> late = OutputTag.of("late", String.class);
        JobGraph graph = graph(env -> {
            SingleOutputStream<Long> numbers =
                    env.generate("numbers", 10, n -> n).map(n -> n);
            numbers.print("main");
            numbers.sideOutput(late).rebalance().print("side");
        });

        assertThat(graph.edges().get(1).side()).isNull();
        assertThat(graph.edges().get(2).side()).isEqualTo(late);
        assertThat(edges(graph)).containsExactly("0>1 Forward", "1>2 Forward", "1>3 Rebalance");
    }

    @Test
    void theJobMaySetItsNameAndParallelism() throws Exception {
        JobGraph graph = graph(env -> {
            assertThat(env.parallelism()).isEqualTo(JOB_PARALLELISM);
            env.jobName("squares").parallelism(5);
            env.generate("numbers", 10, n -> n).print("out");
        });

        assertThat(graph.name()).isEqualTo("squares");
        assertThat(graph.nodes()).extracting(Node::parallelism).containsOnly(5);
    }

    @Test
    void eachGraphHasOperatorsOfItsOwn() throws Exception {
        JobGraph graph =
                graph(env -> env.generate("numbers", 10, n -> n).map(n -> n).print("out"));

        Node.OperatorBody map = (Node.OperatorBody) graph.nodes().get(1).body();
        assertThat(map.operator().get()).isNotSameAs(map.operator().get());
    }

    private static List<String> edges(JobGraph graph) {
        return graph.edges().stream()
                .map(edge -> edge.from() + ">" + edge.to() + " "
                        + edge.partitioning().getClass().getSimpleName())
                .toList();
    }

    private interface Definition {
        void define(StreamEnvironment env) throws Exception;
    }

    private static JobGraph graph(Definition definition) throws Exception {
        return StreamJobs.program((env, args) -> definition.define(env)).build(JobArguments.none(), JOB_PARALLELISM);
    }
}
