package dev.weir.snapshot.plugin;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import java.util.List;

/** Keeps keyed state on the heap. It writes no native files. */
public final class HeapBackend implements StateBackend {

    public static final String NAME = "heap";

    /** It keeps nothing, so one is enough. */
    public static final HeapBackend INSTANCE = new HeapBackend();

    private HeapBackend() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public KeyedStateBackend open(KeyedStateSpec spec) {
        return new HeapStateBackend(spec.groups(), spec.maxParallelism(), spec.restored(), spec.processingTimeMillis());
    }

    @Override
    public RestoredKeyedState restore(KeyedStateSpec target, List<NativePart> parts) {
        throw new IllegalArgumentException(
                "the heap has no native files: operator=" + target.uid() + ", parts=" + parts);
    }

    @Override
    public void close() {}
}
