package dev.weir.operators.time;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;
import dev.weir.operators.time.WatermarkStrategy.Need;
import org.jspecify.annotations.Nullable;

/**
 * Gives records their timestamps and makes the watermarks that follow from them. Invariants: watermarks from before are
 * swallowed, but for the one at the end of the input; an operator that has seen no record makes none; a record leaves
 * with a real timestamp or fails the job.
 */
public final class TimestampsAndWatermarksOperator<T> extends SingleInputOperator<T, T> implements WatermarkEmitter {

    private final WatermarkGenerator<T> generator;
    private final Need need;
    private final @Nullable TimestampAssigner<T> assigner;
    private final @Nullable IdleClock idleClock;
    private Output<T> output = (record, timestamp) -> {};
    private String name = "";
    private long records;

    TimestampsAndWatermarksOperator(
            WatermarkGenerator<T> generator,
            Need need,
            @Nullable TimestampAssigner<T> assigner,
            @Nullable IdleClock idleClock) {
        this.generator = generator;
        this.need = need;
        this.assigner = assigner;
        this.idleClock = idleClock;
    }

    @Override
    public void open(OperatorContext context, Output<T> downstream) {
        name = context.operatorName();
        output = downstream;
    }

    @Override
    public void process(T record, long timestamp) {
        long assigned = assigner == null ? timestamp : assigner.timestampOf(record, timestamp);
        if (assigned == Timestamps.NONE) {
            refuseMissing(record);
        }
        records++;
        generator.onRecord(record, assigned);
        output.emit(record, assigned);
    }

    private void refuseMissing(T record) {
        if (assigner != null) {
            throw new IllegalStateException(
                    "a timestamp assigner must not return Long.MIN_VALUE, which stands for no timestamp: operator '"
                            + name + "', record=" + record
                            + "; return the record's event time in ms, or filter it out before");
        }
        if (need == Need.TIMESTAMPS) {
            throw new IllegalStateException(
                    "watermarks need records with timestamps, but timestamps were not assigned: operator '" + name
                            + "', record=" + record
                            + "; add withTimestampAssigner(..) to the WatermarkStrategy, or use a source that assigns them");
        }
    }

    @Override
    public long onWatermark(long watermark) {
        return watermark == Timestamps.MAX ? watermark : Timestamps.NONE;
    }

    @Override
    public long currentWatermark(long nowNanos) {
        return generator.currentWatermark();
    }

    @Override
    public boolean isIdle(long nowNanos) {
        return idleClock != null && idleClock.isIdle(records, nowNanos);
    }
}
