package dev.weir.operators.time;

import dev.weir.engine.operator.SplitAware.SplitPart;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One subtask of a source that tells its splits, with the operator that keeps their time behind it. Records are their
 * times. What leaves is told as the subtask would tell it: watermarks that rise, idle marks, active marks.
 */
final class SplitWorld {

    private final OperatorHarness<Long, Long> harness;
    private final TimestampsAndWatermarksOperator<Long> operator;
    private final Map<String, SplitPart> splits = new HashMap<>();
    private long nowNanos;
    private long emitted;
    private boolean idle;

    private SplitWorld(OperatorHarness<Long, Long> harness, TimestampsAndWatermarksOperator<Long> operator, long from) {
        this.harness = harness;
        this.operator = operator;
        this.emitted = from;
        operator.onSplitsFollow();
    }

    static SplitWorld start(WatermarkStrategy<Long> strategy) throws Exception {
        TimestampsAndWatermarksOperator<Long> operator = strategy.newOperator();
        return new SplitWorld(OperatorHarness.open(operator, number -> number), operator, Timestamps.NONE);
    }

    /** @param watermarks of the subtasks before */
    static SplitWorld restore(WatermarkStrategy<Long> strategy, long... watermarks) throws Exception {
        TimestampsAndWatermarksOperator<Long> operator = strategy.newOperator();
        OperatorHarness<Long, Long> empty = OperatorHarness.open(strategy.newOperator(), number -> number);
        List<Snapshot> snapshots = new ArrayList<>();
        long smallest = Long.MAX_VALUE;
        for (long watermark : watermarks) {
            snapshots.add(new Snapshot(empty.snapshot().state(), watermark));
            smallest = Math.min(smallest, watermark);
        }
        return new SplitWorld(
                OperatorHarness.restore(operator, number -> number, OperatorHarness.Place.ONLY, snapshots),
                operator,
                smallest);
    }

    SplitWorld assign(String split, byte @Nullable [] restored) {
        splits.put(split, operator.onSplitAdded(restored));
        return this;
    }

    SplitWorld open(String split) {
        if (!splits.containsKey(split)) {
            assign(split, null);
        }
        part(split).onOpened();
        return this;
    }

    SplitWorld finish(String split) {
        part(split).onFinished();
        return this;
    }

    SplitWorld noneAtPresent() {
        operator.onNoSplitAtPresent();
        return this;
    }

    SplitWorld record(String split, long time) throws Exception {
        part(split).onEntered();
        harness.process(time, time);
        return this;
    }

    byte[] snapshot(String split) {
        return part(split).snapshot();
    }

    long watermark() {
        return emitted;
    }

    /** Lets time pass, and hands back what leaves then. */
    List<String> after(long nanos) {
        nowNanos += nanos;
        List<String> left = new ArrayList<>();
        boolean idleNow = operator.isIdle(nowNanos);
        if (idle && !idleNow) {
            left.add("ACTIVE");
        }
        long watermark = operator.currentWatermark(nowNanos);
        if (watermark > emitted) {
            emitted = watermark;
            left.add(String.valueOf(watermark));
        }
        if (idleNow && !idle) {
            left.add("IDLE");
        }
        idle = idleNow;
        return left;
    }

    private SplitPart part(String split) {
        SplitPart part = splits.get(split);
        if (part == null) {
            throw new AssertionError("no such split: " + split);
        }
        return part;
    }
}
