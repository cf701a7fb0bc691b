package dev.weir.snapshot.state;

import org.jspecify.annotations.Nullable;

/** An accumulator per key into which elements are aggregated as they are added. */
public interface AggregatingState<IN, OUT> extends State {

    /** The result of the accumulator; null where nothing was added. */
    @Nullable
    OUT get();

    void add(IN element);
}
