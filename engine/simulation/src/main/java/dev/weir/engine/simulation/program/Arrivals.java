package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.simulation.program.Topology.EdgeSpec;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Provenance;
import dev.weir.engine.simulation.program.Topology.Route;
import dev.weir.engine.simulation.program.Topology.Time;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an operator watches of the records that come to it: that they came to the right subtask, that none is late, and
 * how many of each split it has taken, which is part of its state.
 */
final class Arrivals {

    private static final String PROCESSED = "processed";
    private static final int ELEMENT_BYTES = 12;

    private final Scene scene;
    private final NodeSpec node;
    private final OperatorContext context;
    private final Map<Integer, Long> processed = new TreeMap<>();
    private final Route[] routes;
    private long watermark = Timestamps.NONE;

    Arrivals(Scene scene, NodeSpec node, OperatorContext context) {
        this.scene = scene;
        this.node = node;
        this.context = context;
        this.routes = routes(scene.topology(), node);
        for (byte[] element : context.restoredState(PROCESSED)) {
            ByteBuffer buffer = ByteBuffer.wrap(element);
            processed.merge(buffer.getInt(), buffer.getLong(), Long::sum);
        }
    }

    /** For each input the route all its records take; REBALANCE where they may take any. */
    private static Route[] routes(Topology topology, NodeSpec node) {
        Route[] routes = new Route[2];
        for (EdgeSpec edge : topology.inputsOf(node)) {
            Route known = routes[edge.toInput()];
            routes[edge.toInput()] = known == null || known == edge.route() ? edge.route() : Route.REBALANCE;
        }
        return routes;
    }

    /** A record is about to be processed. */
    void take(int input, Datum datum, long timestamp) {
        int expected = expectedSubtask(routes[input], datum.key());
        if (expected >= 0 && expected != context.subtaskIndex()) {
            breach("a record goes where its edge leads", datum + ", expected subtask=" + expected);
        }
        watchTime(datum, timestamp);
        if (node.input().provenance() == Provenance.SOURCES) {
            processed.merge(datum.origin(), 1L, Long::sum);
        }
    }

    /** The end of time is that of the data, unless somebody has asked for it; only what timers emit may come behind it. */
    private void watchTime(Datum datum, long timestamp) {
        long reached = context.currentWatermark();
        boolean isJudged = scene.topology().isExactlyOnce();
        boolean isEnd = reached == Timestamps.MAX;
        if (isJudged && node.input().time() == Time.EXACT && timestamp <= reached && !isEnd) {
            breach(
                    "no record is late that wasn't at its source",
                    datum + ", timestamp=" + timestamp + ", watermark=" + reached);
        }
        boolean isOwn = node.input().provenance() == Provenance.SOURCES;
        if (isJudged && isEnd && isOwn && !scene.observer().mayEndEarly()) {
            breach("time ends with the data", datum + " came behind the end of time");
        }
    }

    private int expectedSubtask(Route route, long key) {
        return switch (route) {
            case GLOBAL -> 0;
            case CUSTOM -> GeneratedJob.customTarget(key, context.parallelism());
            default -> -1;
        };
    }

    void onWatermark(long reached) {
        if (reached <= watermark) {
            breach("watermarks rise", "watermark=" + reached + ", before=" + watermark);
        }
        watermark = reached;
    }

    void snapshot(SnapshotContext snapshot) {
        if (node.input().provenance() != Provenance.SOURCES) {
            return;
        }
        scene.observer().onProcessed(snapshot.checkpointId(), node.id(), Map.copyOf(processed));
        List<byte[]> elements = new ArrayList<>();
        processed.forEach((origin, count) -> elements.add(
                ByteBuffer.allocate(ELEMENT_BYTES).putInt(origin).putLong(count).array()));
        snapshot.put(PROCESSED, Redistribution.SPLIT, elements);
    }

    void breach(String invariant, String values) {
        scene.observer().breach(invariant, values + ", at subtask " + context.subtaskIndex() + " of " + node.uid());
    }
}
