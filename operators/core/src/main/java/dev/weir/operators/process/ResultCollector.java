package dev.weir.operators.process;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.function.Collector;

/**
 * Emits a function's results with the timestamp of what the function is working on; one object for all records. Invariant:
 * with {@link Ownership#SHARED_WITH_STATE} no object that a state handle gave out leaves without being copied, so nobody
 * downstream can change state.
 */
public final class ResultCollector<T> implements Collector<T> {

    private final OperatorContext context;
    private final Output<T> output;
    private final Ownership ownership;
    private Object input = this;
    private long timestamp = Timestamps.NONE;

    /** Whether results may be objects that state still holds. */
    public enum Ownership {
        OWN,
        SHARED_WITH_STATE
    }

    public ResultCollector(OperatorContext context, Output<T> output, Ownership ownership) {
        this.context = context;
        this.output = output;
        this.ownership = ownership;
    }

    /** Works on a record from now on: it may be passed on as it is. */
    public void workOn(Object record, long recordTimestamp) {
        input = record;
        timestamp = recordTimestamp;
    }

    /** Works on no record, but a timer or a window, from now on. */
    public void workOn(long timerTimestamp) {
        input = this;
        timestamp = timerTimestamp;
    }

    /** The timestamp that results get now. */
    public long timestamp() {
        return timestamp;
    }

    @Override
    public void collect(T record) {
        output.emit(prepared(record), timestamp);
    }

    /** The record as it may leave, here or by a side output: checked, and copied where state may hold it. */
    public <S> S prepared(S record) {
        S checked = checked(record);
        boolean leavesAsItIs = ownership == Ownership.OWN || checked == input;
        return leavesAsItIs ? checked : context.copyIfMutable(checked);
    }

    @SuppressWarnings({"ConstantValue", "NullAway"}) // functions outside of null-checked code may emit null
    private <S> S checked(S record) {
        if (record == null) {
            throw new NullPointerException("a function must not emit null: operator '" + context.operatorName()
                    + "'; leave out the record, or emit an object that stands for nothing");
        }
        return record;
    }
}
