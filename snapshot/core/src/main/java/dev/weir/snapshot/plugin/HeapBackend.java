package dev.weir.snapshot.plugin;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedStateBackend;

/** Keeps keyed state on the heap. */
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
        return new HeapStateBackend(spec.groups(), spec.maxParallelism(), spec.restored());
    }

    @Override
    public void close() {}
}
