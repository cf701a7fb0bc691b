package dev.weir.operators.time;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SplitAware;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;
import dev.weir.operators.time.WatermarkStrategy.Need;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives records their timestamps and makes the watermarks that follow from them. Invariants: watermarks from before are
 * swallowed, but for the one at the end of the input; an operator that has seen no record makes none; a record leaves
 * with a real timestamp or fails the job.
 *
 * <p>Where the source tells its splits, each has a generator of its own, and the one of the split that is read stands in
 * {@code generator}: a record costs the same either way.
 */
public final class TimestampsAndWatermarksOperator<T> extends SingleInputOperator<T, T>
        implements WatermarkEmitter, SplitAware {

    private final WatermarkStrategy<T>.Rules rules;
    private final Need need;
    private final @Nullable TimestampAssigner<T> assigner;
    private final @Nullable IdleClock idleClock;
    private WatermarkGenerator<T> generator;
    private @Nullable OperatorContext context;
    private @Nullable SplitTimes<T> splits;
    private SplitTimes<T>.@Nullable Part entered;
    private Output<T> output = (record, timestamp) -> {};
    private String name = "";

    /** How many have passed; of the split that is read where splits are told. */
    private long records;

    TimestampsAndWatermarksOperator(
            WatermarkStrategy<T>.Rules rules, Need need, @Nullable TimestampAssigner<T> assigner) {
        this.rules = rules;
        this.need = need;
        this.assigner = assigner;
        this.generator = rules.newGenerator();
        this.idleClock = rules.newIdleClock();
    }

    @Override
    public void open(OperatorContext operatorContext, Output<T> downstream) {
        context = operatorContext;
        name = operatorContext.operatorName();
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
        SplitTimes<T> bySplit = splits;
        if (bySplit == null) {
            return generator.currentWatermark();
        }
        look(bySplit, nowNanos);
        return bySplit.watermark();
    }

    @Override
    public boolean isIdle(long nowNanos) {
        SplitTimes<T> bySplit = splits;
        if (bySplit == null) {
            return idleClock != null && idleClock.isIdle(records, nowNanos);
        }
        look(bySplit, nowNanos);
        return bySplit.isIdle();
    }

    @Override
    public void onHeldUp(long nowNanos) {
        if (idleClock != null) {
            idleClock.onHeldUp(nowNanos);
        }
        if (splits != null) {
            splits.onHeldUp(nowNanos);
        }
    }

    private void look(SplitTimes<T> bySplit, long nowNanos) {
        SplitTimes<T>.Part part = entered;
        if (part != null) {
            part.leave(records);
        }
        bySplit.look(nowNanos);
    }

    @Override
    public void onSplitsFollow() {
        long restored = Objects.requireNonNull(context, "open comes first").currentWatermark();
        splits = new SplitTimes<>(this, rules, restored);
        generator = new NoSplitEntered<>();
    }

    @Override
    public SplitPart onSplitAdded(byte @Nullable [] restored) {
        return bySplit().add(restored);
    }

    @Override
    public void onNoSplitAtPresent() {
        bySplit().noneAtPresent();
    }

    private SplitTimes<T> bySplit() {
        return Objects.requireNonNull(splits, "onSplitsFollow comes first");
    }

    /** Records from now on are of this split. */
    void enter(SplitTimes<T>.Part part) {
        SplitTimes<T>.Part before = entered;
        if (before != null) {
            before.leave(records);
        }
        entered = part;
        records = part.records();
        generator = part.generator();
    }

    /** No records of this split follow. */
    void leave(SplitTimes<T>.Part part) {
        if (entered == part) {
            part.leave(records);
            entered = null;
            generator = new NoSplitEntered<>();
        }
    }
}
