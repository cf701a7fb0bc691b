package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Crashes;
import dev.weir.samples.peers.common.Meter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.jspecify.annotations.Nullable;

/** A function that throws when a crash is due. */
final class Crashing<E> extends RichMapFunction<E, E> {

    private final RichMapFunction<E, E> function;
    private transient @Nullable Crashes crashes;

    Crashing(RichMapFunction<E, E> function) {
        this.function = function;
    }

    @Override
    public void open(OpenContext context) throws Exception {
        crashes = Meter.current().crashes();
        function.setRuntimeContext(getRuntimeContext());
        function.open(context);
    }

    @Override
    public E map(E event) throws Exception {
        if (crashes != null && crashes.strikes()) {
            throw new IllegalStateException("a crash on purpose");
        }
        return function.map(event);
    }
}
