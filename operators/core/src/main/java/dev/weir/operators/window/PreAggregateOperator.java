package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.Timestamps;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Folds records per key and window before they are dealt out by key, and emits {@link Partial}s in their place; those that
 * can't be folded it passes through. Chained to the operator it reads, of equal parallelism.
 *
 * <p>Invariants: everything it holds leaves before a watermark, a barrier or an idle mark does, and at the end; so it has no
 * state, and a record reaches its window under the same watermarks as without it. Whether a record is late is judged by the
 * window operator alone. What it holds is bounded; a full table is emptied. While {@code passing} is positive records pass
 * through and the table is empty.
 */
abstract class PreAggregateOperator<IN> extends SingleInputOperator<IN, Object> {

    protected final TumblingEventTimeWindows windows;

    /** The keys of the stream where they are longs without boxes; else null. */
    protected final @Nullable LongKey longKeys;

    /** The keys of the stream otherwise. */
    protected final @Nullable ObjectKey objectKeys;

    protected Output<Object> output = (record, timestamp) -> {};

    /** The window met last; none at first. */
    protected long windowStart = 1;

    protected long windowMaxTimestamp;

    /** How many records still pass through before aggregating is tried again. */
    protected long passing;

    private final PartialLimits limits;
    private final Reduction reduction;

    PreAggregateOperator(TumblingEventTimeWindows windows, KeyExtractor keys, PartialLimits limits) {
        this.windows = windows;
        this.limits = limits;
        this.reduction = new Reduction(limits.judgedRecords());
        this.longKeys = keys instanceof LongKey longs ? longs : null;
        this.objectKeys = keys instanceof ObjectKey objects ? objects : null;
    }

    @Override
    public void open(OperatorContext context, Output<Object> downstream) {
        output = downstream;
    }

    /**
     * Whether the record can't be folded: none is while records pass through, and the window operator refuses one without a
     * timestamp. Otherwise its window becomes the current one.
     */
    protected final boolean passesThrough(long timestamp) {
        if (passing > 0) {
            passing--;
            return true;
        }
        if (timestamp >= windowStart && timestamp <= windowMaxTimestamp) {
            return false;
        }
        if (timestamp == Timestamps.NONE) {
            return true;
        }
        windowStart = windows.startOf(timestamp);
        windowMaxTimestamp = windowStart + windows.sizeMillis() - 1;
        return false;
    }

    /**
     * Asks the key selector again, once per table, so that one that is not deterministic is found out.
     *
     * @throws IllegalStateException where the answer differs
     */
    protected final void checkAgain(IN record, Object key) throws Exception {
        Object again = longKeys != null
                ? (Object) longKeys.keyOf(record)
                : Objects.requireNonNull(objectKeys).keyOf(record);
        if (!key.equals(again)) {
            throw PartialKeys.notDeterministic(record, key, again);
        }
    }

    /** An entry was added: when there are as many as there may be, all leave. */
    protected final void added(int entries) {
        if (entries >= limits.mostEntries()) {
            drain();
        }
    }

    /** Emits a partial; to be called by {@link #emitAll}. */
    protected final void emit(Partial partial, long start) {
        output.emit(partial, start + windows.sizeMillis() - 1);
    }

    /** Emits everything that is held. */
    protected abstract Drained emitAll();

    /** What was emitted. */
    record Drained(long records, long partials) {}

    protected final void drain() {
        Drained drained = emitAll();
        if (drained.partials() > 0) {
            passing = reduction.onDrained(drained.records(), drained.partials());
        }
    }

    @Override
    public final long onWatermark(long watermark) {
        drain();
        return watermark;
    }

    @Override
    public final void beforeBarrier(long checkpointId) {
        drain();
    }

    @Override
    public final void beforeIdle() {
        drain();
    }

    @Override
    public final boolean finish() {
        drain();
        return true;
    }

    /** It only emits what it holds. */
    @Override
    public final boolean hasFinishHook() {
        return false;
    }
}
