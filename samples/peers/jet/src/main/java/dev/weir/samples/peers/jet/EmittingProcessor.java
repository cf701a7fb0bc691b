package dev.weir.samples.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import org.jspecify.annotations.Nullable;

/**
 * A cooperative processor that keeps what its outbox has refused. Invariant: while something is kept nothing else is
 * emitted and nothing is saved, so a snapshot never falls between making a record and emitting it.
 */
abstract class EmittingProcessor extends AbstractProcessor {

    private @Nullable Object kept;

    /** Emits what is kept; answers whether the outbox can take more. */
    boolean emitKept() {
        if (kept != null && !tryEmit(kept)) {
            return false;
        }
        kept = null;
        return true;
    }

    /** Emits an item, or keeps it and answers false: then no more until {@link #emitKept} answers true. */
    final boolean emit(Object item) {
        if (tryEmit(item)) {
            return true;
        }
        kept = item;
        return false;
    }

    /** Called when the input has ended. */
    @Override
    public boolean complete() {
        return emitKept();
    }

    @Override
    public boolean saveToSnapshot() {
        return emitKept();
    }
}
