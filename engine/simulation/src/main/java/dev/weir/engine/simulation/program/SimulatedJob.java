package dev.weir.engine.simulation.program;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Traits;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.simulation.ledger.Ledger;
import dev.weir.engine.simulation.ledger.Row;
import java.util.List;

/** The job: source and clock (3) → counter (2, or as told) → sink (3). */
public record SimulatedJob(Shape shape, int counters, Ledger ledger, Interference interference) implements JobProgram {

    private static final String KEY_PREFIX = "key-";

    private static final Traits STATEFUL = new Traits(
            Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, Node.Threading.SHARED, Node.Chaining.ALLOWED);

    @Override
    public JobGraph build(JobArguments arguments, int defaultParallelism) {
        List<Node> nodes = List.of(
                node(0, "clicks", new Node.SourceBody(new ClickSource(shape, interference)), Shape.SOURCES),
                node(1, "clock", new Node.OperatorBody(() -> new ClickClock(shape.dealing())), Shape.SOURCES),
                node(2, "counter", new Node.OperatorBody(() -> new ClickCounter(interference)), counters),
                node(3, "ledger", new Node.OperatorBody(() -> new LedgerSink(ledger, interference)), Shape.SINKS));
        List<Edge> edges = List.of(
                new Edge(0, 1, 0, new Partitioning.Forward(), null),
                new Edge(1, 2, 0, new Partitioning.Keyed(clickKey()), null),
                new Edge(2, 3, 0, sinkEdge(), null));
        return new JobGraph("simulated", nodes, edges);
    }

    private static Node node(int id, String name, Node.Body body, int parallelism) {
        return new Node(id, name, name, body, parallelism, 0, null, STATEFUL);
    }

    private Partitioning.KeyExtractor clickKey() {
        return shape.keyClass() == Shape.KeyClass.LONG
                ? (Partitioning.LongKey) click -> ((Click) click).key()
                : (Partitioning.ObjectKey) click -> KEY_PREFIX + ((Click) click).key();
    }

    private Partitioning sinkEdge() {
        return shape.sinkEdge() == Shape.SinkEdge.KEYED
                ? new Partitioning.Keyed((Partitioning.LongKey) row -> ((Row) row).key())
                : new Partitioning.Rebalance();
    }

    /** The number of a key as the counter has it. */
    static long numberOf(Object key) {
        return key instanceof Long number
                ? number
                : Long.parseLong(key.toString().substring(KEY_PREFIX.length()));
    }
}
