package dev.weir.samples.peers.flink;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

/** The running sum of each key, as a user writes it. */
final class KeyedSum<E extends Summable<E>> extends RichMapFunction<E, E> {

    private final FlinkSettings settings;
    private transient @Nullable ValueState<Long> sum;

    KeyedSum(FlinkSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
        sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
    }

    @Override
    public E map(E event) throws Exception {
        ValueState<Long> state = sum;
        if (state == null) {
            throw new IllegalStateException("open comes before map");
        }
        Long before = state.value();
        long after = (before == null ? 0 : before) + event.value();
        state.update(after);
        return settings.reusesObjects() ? event.replaceValue(after) : event.withValue(after);
    }
}
