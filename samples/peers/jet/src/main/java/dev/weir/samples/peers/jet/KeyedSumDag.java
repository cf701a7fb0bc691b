package dev.weir.samples.peers.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.config.EdgeConfig;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Partitioner;
import com.hazelcast.jet.core.Vertex;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;

/**
 * The keyed sum as an expert wires it: processors of its own, the maps and the filter in one of them; each source bound to
 * one of those, each sum to one sink; keys partitioned by hash code, without serializing them.
 */
final class KeyedSumDag {

    private static final int QUEUE_RECORDS = 4096;

    private KeyedSumDag() {}

    static <E extends Summable<E>, K> DAG of(EventKind<E, K> kind, Variant variant, int keyCount) {
        DAG dag = new DAG();
        Vertex source = vertex(dag.newVertex("generator", GeneratorProcessor.supplier(kind, keyCount)));
        Vertex map = vertex(dag.newVertex("map", () -> new MapProcessor<E>(variant)));
        Vertex sum = vertex(dag.newVertex("sum", () -> new SumProcessor<>(kind)));
        Vertex fold = vertex(dag.newVertex("fold", FoldProcessor.supplier()));
        FunctionEx<E, K> keyOf = kind::keyOf;
        EdgeConfig longQueues = new EdgeConfig().setQueueSize(QUEUE_RECORDS);
        return dag.edge(Edge.between(source, map).isolated().setConfig(longQueues))
                .edge(Edge.between(map, sum)
                        .partitioned(keyOf, Partitioner.HASH_CODE)
                        .setConfig(longQueues))
                .edge(Edge.between(sum, fold).isolated().setConfig(longQueues));
    }

    private static Vertex vertex(Vertex vertex) {
        return vertex.localParallelism(Workload.PARALLELISM);
    }
}
