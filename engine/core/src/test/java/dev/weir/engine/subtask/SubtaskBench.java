package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.graph.Edge;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One receiving subtask of "source, keyBy, operator" on a bench: two senders, driven by hand. */
final class SubtaskBench {

    static final Fence FENCE = new Fence(3, 7);
    private static final int MAX_PARALLELISM = 7;

    final RecordingOutbox outbox = new RecordingOutbox();
    final Subtask subtask;
    private final long[] batches = new long[2];
    final AtomicLong nanos = new AtomicLong();

    SubtaskBench(Supplier<? extends Operator<?>> operator, Supplier<? extends Operator<?>> next) {
        this(operator, next, Cut.ALIGNED, null);
    }

    SubtaskBench(
            Supplier<? extends Operator<?>> operator,
            Supplier<? extends Operator<?>> next,
            Cut cut,
            @Nullable RestoredSubtask restored) {
        this(operator, next, cut, restored, Node.Threading.SHARED);
    }

    SubtaskBench(
            Supplier<? extends Operator<?>> operator,
            Supplier<? extends Operator<?>> next,
            Cut cut,
            @Nullable RestoredSubtask restored,
            Node.Threading threading) {
        Node.Traits named =
                new Node.Traits(Node.UidOrigin.NAMED_BY_USER, Node.StateUse.STATEFUL, threading, Node.Chaining.ALLOWED);
        List<Node> nodes = List.of(
                new Node(0, "source", "source", new Node.SourceBody(new NoSource()), 2, 0, null, named),
                new Node(1, "first", "first", new Node.OperatorBody(operator), 1, MAX_PARALLELISM, null, named),
                new Node(2, "second", "second", new Node.OperatorBody(next), 1, MAX_PARALLELISM, null, named));
        Partitioning byWord = new Partitioning.Keyed((Partitioning.ObjectKey) word -> word);
        JobGraph graph = new JobGraph(
                "bench",
                nodes,
                List.of(new Edge(0, 1, 0, byWord, null), new Edge(1, 2, 0, new Partitioning.Forward(), null)));
        JobSettings settings = JobSettings.defaults("bench", 1).withCheckpoint(CheckpointSettings.DEFAULT.withCut(cut));
        SubtaskSpec spec = new SubtaskSpec(
                Planner.plan(graph, settings, Map.of()), new SubtaskId(1, 0), FENCE, settings, "lineage", restored);
        subtask = new Subtask(spec, graph, outbox, new TaskClock() {
            @Override
            public long nanoTime() {
                return nanos.incrementAndGet();
            }

            @Override
            public long currentTimeMillis() {
                return 0;
            }
        });
    }

    SubtaskBench start() {
        subtask.open();
        subtask.onOrder(new SubtaskOrder.Go(FENCE));
        return this;
    }

    static Element.Barrier savepoint(long id) {
        return new Element.Barrier(id, 0, SnapshotKind.SAVEPOINT, Element.Passing.IN_ORDER);
    }

    void words(int channel, String... words) {
        deliver(channel, batch(channel, words));
    }

    Element.Data batch(int channel, String... words) {
        RecordBatch batch = RecordBatch.keyed(words.length);
        for (String word : words) {
            int hash = KeyGroups.murmur(StableHash.hashOf(word));
            batch.addKeyed(word, Timestamps.NONE, (Object) word, hash, hash % MAX_PARALLELISM);
        }
        return new Element.Data(batch, ++batches[channel]);
    }

    void deliver(int channel, Element element) {
        subtask.arrive(channel, element);
        subtask.run();
    }

    /** The counts in a snapshot, by word. */
    static Map<String, Long> counts(PendingSnapshot pending) throws IOException {
        SubtaskSnapshot content = pending.content().toCompletableFuture().join();
        Map<String, Long> counts = new TreeMap<>();
        for (OperatorSnapshot operator : content.operators()) {
            if (operator.keyed() != null) {
                operator.keyed().writeTo(new Counts(counts));
            }
        }
        return counts;
    }

    private record Counts(Map<String, Long> counts) implements KeyedStateSink {
        @Override
        public void state(StateMeta meta) {
            // one state only
        }

        @Override
        public void keyGroup(int keyGroup, int entries) {
            // the keys say it all
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            counts.put((String) key, (Long) value);
        }
    }
}
