package dev.weir.operators;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Chaining;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.UidOrigin;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.operator.Operator;
import java.util.List;
import java.util.function.Function;

/**
 * A stateless node between an operator and one of its upstreams, chained to the upstream: its parallelism and thread are the
 * upstream's, whatever modifiers still make of them. Its uid follows from that of its reader. Feeders come after all nodes
 * that the user draws, so that a job with and without them gives those the same ids and derived uids.
 *
 * @param upstream what it reads; dealt out by key
 * @param reader what reads it
 * @param index among the reader's feeders
 */
record FeederDraft(Upstream upstream, NodeDraft reader, int index, Kind kind) {

    /**
     * What a feeder is.
     *
     * @param name of the operation ("pre-aggregate")
     * @param operator made of the keys of its input
     * @param output how its output is dealt out, made of the keys of its input
     */
    record Kind(
            String name, Function<KeyExtractor, Operator<?>> operator, Function<KeyExtractor, Partitioning> output) {}

    Node build(int id, int jobParallelism) {
        KeyExtractor keys = keys();
        Node leader = upstream.node().build(jobParallelism);
        String suffix = index == 0 ? kind.name : kind.name + "-" + index;
        return new Node(
                id,
                reader.uid() + "/" + suffix,
                reader.name() + "/" + suffix,
                new Node.OperatorBody(() -> kind.operator.apply(keys)),
                leader.parallelism(),
                leader.maxParallelism(),
                null,
                new Node.Traits(
                        UidOrigin.DERIVED, StateUse.STATELESS, leader.traits().threading(), Chaining.ALLOWED));
    }

    List<Edge> edges(int id) {
        return List.of(
                new Edge(upstream.node().id, id, 0, new Partitioning.Forward(), upstream.side()),
                new Edge(id, reader.id, 0, kind.output.apply(keys()), null));
    }

    private KeyExtractor keys() {
        if (upstream.partitioning() instanceof Partitioning.Keyed keyed) {
            return keyed.key();
        }
        throw new IllegalStateException("a feeder reads a keyed stream: reader=" + reader.describe());
    }
}
