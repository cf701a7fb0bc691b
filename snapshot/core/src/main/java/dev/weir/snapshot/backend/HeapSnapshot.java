package dev.weir.snapshot.backend;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The heap backend's frozen view: it shares arrays with the live tables, which clone them before they write. */
final class HeapSnapshot implements KeyedSnapshot {

    private volatile @Nullable List<FrozenPart> parts;

    HeapSnapshot(List<FrozenPart> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public void writeTo(KeyedStateSink sink) throws IOException {
        List<FrozenPart> frozen = parts;
        if (frozen == null) {
            throw new IllegalStateException("a snapshot is written before it is released, not afterwards");
        }
        for (FrozenPart part : frozen) {
            part.writeTo(sink);
        }
    }

    @Override
    public void release() {
        parts = null;
    }
}
