package dev.weir.snapshot.backend;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The heap backend's frozen view: it shares arrays with the live tables, which clone them before they write. */
final class HeapSnapshot implements KeyedSnapshot {

    private final int freezes;
    private final Expiry expiry;
    private volatile @Nullable List<FrozenPart> parts;

    /**
     * A view of states and timers.
     *
     * @param freezes how many views the backend had frozen with this one
     * @param expiry what isn't written
     */
    HeapSnapshot(List<FrozenPart> parts, int freezes, Expiry expiry) {
        this.parts = List.copyOf(parts);
        this.expiry = expiry;
        this.freezes = freezes;
    }

    @Override
    public void writeTo(KeyedStateSink sink) throws IOException {
        KeyedStateSink live = expiry.before(sink);
        for (FrozenPart part : frozen()) {
            part.writeTo(live);
        }
    }

    @Override
    public RestoredKeyedState asRestored() {
        return new FrozenKeyedState(frozen(), freezes);
    }

    @Override
    public long heapBytes() {
        return frozen().stream().mapToLong(FrozenPart::heapBytes).sum();
    }

    private List<FrozenPart> frozen() {
        List<FrozenPart> frozen = parts;
        if (frozen == null) {
            throw new IllegalStateException("a snapshot is written or kept before it is released, not afterwards");
        }
        return frozen;
    }

    @Override
    public void release() {
        parts = null;
    }
}
