package dev.weir.samples.peers.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.config.EdgeConfig;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Partitioner;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.Vertex;
import dev.weir.samples.peers.common.Workload;

/** A DAG as an expert wires it: longer queues than the default, and keys partitioned without serializing them. */
final class Wiring {

    /** What keys are partitioned by. */
    static final Partitioner<Object> PARTITIONER = Partitioner.HASH_CODE;

    private static final int QUEUE_RECORDS = 4096;

    private final DAG dag = new DAG();

    Vertex vertex(String name, SupplierEx<? extends Processor> maker) {
        return dag.newVertex(name, maker).localParallelism(Workload.PARALLELISM);
    }

    Vertex vertex(String name, ProcessorMetaSupplier supplier) {
        return dag.newVertex(name, supplier).localParallelism(Workload.PARALLELISM);
    }

    /** Each processor of one vertex feeds the one of the same index. */
    Wiring oneToOne(Vertex from, Vertex to) {
        return add(Edge.between(from, to).isolated());
    }

    /** Each processor of one vertex feeds all in turn, record by record. */
    Wiring dealtOut(Vertex from, Vertex to) {
        return add(Edge.between(from, to).unicast());
    }

    /** Records go by their key's hash code. */
    <E, K> Wiring byKey(Vertex from, Vertex to, FunctionEx<E, K> keyOf) {
        return add(Edge.between(from, to).partitioned(keyOf, PARTITIONER));
    }

    private Wiring add(Edge edge) {
        dag.edge(edge.setConfig(new EdgeConfig().setQueueSize(QUEUE_RECORDS)));
        return this;
    }

    DAG dag() {
        return dag;
    }
}
