package dev.weir.samples.peers.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.core.Inbox;
import org.jspecify.annotations.Nullable;

/** Applies a function that drops the record where it answers null. */
final class MapProcessor<E> extends EmittingProcessor {

    private final FunctionEx<E, @Nullable E> function;

    MapProcessor(FunctionEx<E, @Nullable E> function) {
        this.function = function;
    }

    @Override
    public void process(int ordinal, Inbox inbox) {
        boolean isAccepted = emitKept();
        while (isAccepted && !inbox.isEmpty()) {
            @SuppressWarnings("unchecked") // the edge carries records of the job's kind only
            E mapped = function.apply((E) inbox.poll());
            isAccepted = mapped == null || emit(mapped);
        }
    }
}
