package dev.weir.engine.plan;

import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Chaining;
import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.graph.Node.Traits;
import dev.weir.engine.graph.Node.UidOrigin;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Draws graphs for tests: nodes are named and numbered as they come; nothing in them can run. */
final class Drawing {

    static final Partitioning FORWARD = new Partitioning.Forward();
    static final Partitioning KEYED = new Partitioning.Keyed((Partitioning.ObjectKey) record -> record);
    static final Traits NAMED =
            new Traits(UidOrigin.NAMED_BY_USER, StateUse.STATELESS, Threading.SHARED, Chaining.ALLOWED);
    static final Traits STATEFUL =
            new Traits(UidOrigin.NAMED_BY_USER, StateUse.STATEFUL, Threading.SHARED, Chaining.ALLOWED);

    private final List<Node> nodes = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();

    int source(String name) {
        return source(name, 0, NAMED, Source.Replay.REPLAYABLE);
    }

    int source(String name, int parallelism, Traits traits, Source.Replay replay) {
        return add(name, new Node.SourceBody(new NoSource(replay)), parallelism, 0, traits);
    }

    int operator(String name) {
        return operator(name, 0, 0, NAMED);
    }

    int operator(String name, int parallelism, int maxParallelism, Traits traits) {
        Supplier<Operator<?>> nothing = () -> {
            throw new IllegalStateException("a planner runs no operator");
        };
        return add(name, new Node.OperatorBody(nothing), parallelism, maxParallelism, traits);
    }

    Drawing edge(int from, int to, Partitioning partitioning) {
        return edge(from, to, 0, partitioning);
    }

    Drawing edge(int from, int to, int toInput, Partitioning partitioning) {
        edges.add(new Edge(from, to, toInput, partitioning, null));
        return this;
    }

    JobGraph graph() {
        return new JobGraph("drawn", nodes, edges);
    }

    private int add(String name, Node.Body body, int parallelism, int maxParallelism, Traits traits) {
        nodes.add(new Node(nodes.size(), name, name, body, parallelism, maxParallelism, null, traits));
        return nodes.size() - 1;
    }

    private record NoSource(Replay replay) implements Source<Object, Split, Object> {
        @Override
        public Boundedness boundedness() {
            return Boundedness.BOUNDED;
        }

        @Override
        public SplitEnumerator<Split, Object> createEnumerator(
                EnumeratorContext<Split> context, @Nullable Object restored) {
            throw new IllegalStateException("a planner runs no source");
        }

        @Override
        public SourceReader<Object, Split> createReader(ReaderContext context) {
            throw new IllegalStateException("a planner runs no source");
        }

        @Override
        public StateCodec<Split> splitCodec() {
            throw new IllegalStateException("a planner runs no source");
        }

        @Override
        public StateCodec<Object> enumeratorCodec() {
            throw new IllegalStateException("a planner runs no source");
        }
    }
}
