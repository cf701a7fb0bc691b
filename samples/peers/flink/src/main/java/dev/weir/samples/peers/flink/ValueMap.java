package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Records;
import java.io.Serializable;
import org.apache.flink.api.common.functions.MapFunction;

/** A map over a record's value; makes a new record unless objects are reused. */
final class ValueMap<E extends Summable<E>> implements MapFunction<E, E> {

    /** What is done to the value. */
    @FunctionalInterface
    interface Step extends Serializable {
        long apply(long value);
    }

    private final Step step;
    private final FlinkSettings settings;

    private ValueMap(Step step, FlinkSettings settings) {
        this.step = step;
        this.settings = settings;
    }

    static <E extends Summable<E>> ValueMap<E> increment(FlinkSettings settings) {
        return new ValueMap<>(Records::increment, settings);
    }

    static <E extends Summable<E>> ValueMap<E> triple(FlinkSettings settings) {
        return new ValueMap<>(Records::triple, settings);
    }

    @Override
    public E map(E event) {
        long mapped = step.apply(event.value());
        return settings.reusesObjects() ? event.replaceValue(mapped) : event.withValue(mapped);
    }
}
