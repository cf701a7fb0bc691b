package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.harness.FakeContext;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One sending subtask: runs its script through an operator that aggregates before, or none, into a channel per receiver. */
final class ShuffleSender {

    /** What travels. */
    sealed interface Element {
        record Data(Object record, long timestamp) implements Element {}

        record Mark(long watermark) implements Element {}

        record Idle(boolean begins) implements Element {}

        record Barrier(long id) implements Element {}
    }

    /** Where a sender stands in its script. */
    record Position(int step, long watermark, boolean idle) {
        static final Position START = new Position(0, Timestamps.NONE, false);
    }

    final List<Deque<Element>> channels = new ArrayList<>();
    private final SenderScript script;
    private final @Nullable SingleInputOperator<Object, Object> before;
    private final KeyExtractor keys;
    private final int maxParallelism;
    private Position position;
    private long recordsSaved;

    ShuffleSender(
            SenderScript script,
            @Nullable SingleInputOperator<Object, Object> before,
            KeyExtractor keys,
            int receivers,
            int maxParallelism,
            Position position)
            throws Exception {
        this.script = script;
        this.before = before;
        this.keys = keys;
        this.maxParallelism = maxParallelism;
        this.position = position;
        for (int i = 0; i < receivers; i++) {
            channels.add(new ArrayDeque<>());
        }
        if (before != null) {
            before.open(FakeContext.of("before"), this::send);
        }
        if (position.watermark() != Timestamps.NONE && position.watermark() != Timestamps.MAX) {
            toAll(new Element.Mark(position.watermark()));
        }
        if (position.idle()) {
            toAll(new Element.Idle(true));
        }
    }

    boolean hasEnded() {
        return position.step() == script.steps().size();
    }

    Position position() {
        return position;
    }

    /** How many fewer records have travelled than there were. */
    long recordsSaved() {
        return recordsSaved;
    }

    void step() throws Exception {
        SenderScript.Step step = script.steps().get(position.step());
        long watermark = position.watermark();
        boolean idle = position.idle();
        if (step instanceof SenderScript.Step.Send send) {
            give(send.measure());
        } else if (step instanceof SenderScript.Step.Mark mark) {
            watermark = mark.watermark();
            if (before != null) {
                assertPassedOn(before, watermark);
            }
            toAll(new Element.Mark(watermark));
        } else if (step instanceof SenderScript.Step.Idle change) {
            idle = change.begins();
            if (before != null && idle) {
                before.beforeIdle();
            }
            toAll(new Element.Idle(idle));
        }
        position = new Position(position.step() + 1, watermark, idle);
        if (hasEnded() && before != null && !before.finish()) {
            throw new AssertionError("one step is enough to finish");
        }
    }

    private static void assertPassedOn(Operator<?> operator, long watermark) throws Exception {
        if (operator.onWatermark(watermark) != watermark) {
            throw new AssertionError("the watermark is passed on: " + watermark);
        }
    }

    private void give(Measure measure) throws Exception {
        if (before == null) {
            send(measure, measure.time());
        } else {
            before.process(measure, measure.time());
        }
    }

    void barrier(long id) throws Exception {
        if (before != null) {
            before.beforeBarrier(id);
        }
        toAll(new Element.Barrier(id));
    }

    private void toAll(Element element) {
        channels.forEach(channel -> channel.add(element));
    }

    private void send(Object record, long timestamp) {
        int group = KeyGroups.murmur(StableHash.hashOf(keyOf(keys, record))) % maxParallelism;
        int receiver = KeyGroups.subtaskOf(group, channels.size(), maxParallelism);
        recordsSaved += record instanceof Partial partial ? partial.records() - 1 : 0;
        channels.get(receiver).add(new Element.Data(record, timestamp));
    }

    static Object keyOf(KeyExtractor keys, Object record) {
        try {
            return keys instanceof LongKey longs ? (Object) longs.keyOf(record) : ((ObjectKey) keys).keyOf(record);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
