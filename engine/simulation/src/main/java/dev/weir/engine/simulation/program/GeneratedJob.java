package dev.weir.engine.simulation.program;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Traits;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.simulation.program.Topology.EdgeSpec;
import dev.weir.engine.simulation.program.Topology.KeyClass;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Place;
import dev.weir.engine.simulation.program.Topology.Side;
import java.util.List;

/**
 * A generated job as a program.
 *
 * @param parallelism by group
 */
public record GeneratedJob(Scene scene, List<Integer> parallelism) implements JobProgram {

    private static final String KEY_PREFIX = "key-";

    public GeneratedJob {
        parallelism = List.copyOf(parallelism);
    }

    @Override
    public JobGraph build(JobArguments arguments, int defaultParallelism) {
        Topology topology = scene.topology();
        List<Node> nodes = topology.nodes().stream().map(this::node).toList();
        List<Edge> edges = topology.edges().stream().map(this::edge).toList();
        return new JobGraph("simulated", nodes, edges);
    }

    private Node node(NodeSpec spec) {
        Node.Chaining chaining = spec.place() == Place.ALONE ? Node.Chaining.HEAD : Node.Chaining.ALLOWED;
        return new Node(
                spec.id(),
                spec.uid(),
                spec.uid(),
                body(spec),
                parallelism.get(spec.group()),
                spec.maxParallelism(),
                null,
                new Traits(Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, Node.Threading.SHARED, chaining));
    }

    private Node.Body body(NodeSpec spec) {
        if (spec.kind() instanceof Topology.Records || spec.kind() instanceof Topology.Rules) {
            return new Node.SourceBody(new ItemSource(SourceShape.of(scene.topology(), spec), scene));
        }
        return new Node.OperatorBody(() -> operator(spec));
    }

    private Operator<?> operator(NodeSpec spec) {
        Topology.Kind kind = spec.kind();
        if (kind instanceof Topology.Clock clock) {
            return new EventClock(clock);
        }
        if (kind instanceof Topology.Router router) {
            return new Router(spec.id(), router.routing(), scene.interference());
        }
        if (kind instanceof Topology.Counter counter) {
            return scene.topology().hasFinishHooks()
                    ? new FinishingCounter(spec, counter, scene)
                    : new KeyCounter(spec, counter, scene);
        }
        if (kind instanceof Topology.RuleBook book) {
            return new RuleKeeper(spec, book, scene);
        }
        if (kind instanceof Topology.Sink) {
            return new LedgerSink(spec, scene);
        }
        throw new AssertionError("no operator for " + kind);
    }

    private Edge edge(EdgeSpec spec) {
        return new Edge(
                spec.from(),
                spec.to(),
                spec.toInput(),
                partitioning(spec),
                spec.side() == Side.SIDE ? Router.SIDE : null);
    }

    private Partitioning partitioning(EdgeSpec spec) {
        return switch (spec.route()) {
            case FORWARD -> new Partitioning.Forward();
            case KEYED ->
                new Partitioning.Keyed(extractor(scene.topology().nodes().get(spec.to())));
            case REBALANCE -> new Partitioning.Rebalance();
            case RESCALE -> new Partitioning.Rescale();
            case SHUFFLE -> new Partitioning.Shuffle();
            case GLOBAL -> new Partitioning.Global();
            case CUSTOM -> new Partitioning.Custom((datum, targets) -> customTarget(((Datum) datum).key(), targets));
            case BROADCAST -> new Partitioning.Broadcast();
        };
    }

    private static Partitioning.KeyExtractor extractor(NodeSpec target) {
        boolean isString = target.kind() instanceof Topology.Counter counter && counter.keyClass() == KeyClass.STRING;
        return isString
                ? (Partitioning.ObjectKey) datum -> KEY_PREFIX + ((Datum) datum).key()
                : (Partitioning.LongKey) datum -> ((Datum) datum).key();
    }

    /** Where the custom partitioner sends a key. */
    static int customTarget(long key, int targets) {
        return (int) Math.floorMod(key * 7 + 3, (long) targets);
    }

    /** The number of a key as a counter has it. */
    static long numberOf(Object key) {
        return key instanceof Long number
                ? number
                : Long.parseLong(key.toString().substring(KEY_PREFIX.length()));
    }
}
