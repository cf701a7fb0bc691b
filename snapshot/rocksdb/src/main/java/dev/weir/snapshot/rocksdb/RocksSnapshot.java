package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.Expiry;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A frozen view of the states in a database and of the timers on the heap. */
final class RocksSnapshot implements KeyedSnapshot {

    private final FrozenRows rows;
    private final KeyedSnapshot timers;
    private final Expiry expiry;
    private final AtomicBoolean released = new AtomicBoolean();

    /** @param expiry what isn't written */
    RocksSnapshot(FrozenRows rows, KeyedSnapshot timers, Expiry expiry) {
        this.rows = rows;
        this.timers = timers;
        this.expiry = expiry;
    }

    @Override
    public void writeTo(KeyedStateSink sink) throws IOException {
        requireHeld();
        rows.hold(); // a release meanwhile takes effect afterwards
        try {
            KeyedStateSink live = expiry.before(sink);
            for (FrozenState state : rows.states()) {
                rows.push(state, state.meta(), live);
            }
            timers.writeTo(sink);
        } finally {
            rows.letGo();
        }
    }

    private void requireHeld() {
        if (released.get()) {
            throw new IllegalStateException("a snapshot is written or kept before it is released, not afterwards");
        }
    }

    @Override
    public RestoredKeyedState asRestored() {
        requireHeld();
        return new RocksVersion(rows, timers.asRestored());
    }

    /** Of the timers alone: the states are on disk. */
    @Override
    public long heapBytes() {
        requireHeld();
        return timers.heapBytes();
    }

    @Override
    public void release() {
        if (released.compareAndSet(false, true)) {
            rows.letGo();
            timers.release();
        }
    }
}
