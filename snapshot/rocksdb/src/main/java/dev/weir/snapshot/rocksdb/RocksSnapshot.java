package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.ColdSnapshot;
import dev.weir.snapshot.backend.Expiry;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.NativeSnapshot;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.rocksdb.Settlement.View;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A frozen view of the states in a database and of the timers on the heap, written as rows or as files. */
final class RocksSnapshot implements ColdSnapshot, NativeSnapshot {

    private final Settlement settlement;
    private final KeyedSnapshot timers;
    private final Expiry expiry;
    private final ClassLoader loader;
    private final long memoryBytes;
    private final AtomicBoolean released = new AtomicBoolean();

    /**
     * A view that is open.
     *
     * @param expiry what isn't written as rows; files hold it until it is swept up
     * @param memoryBytes that its files are read with
     */
    RocksSnapshot(Settlement settlement, KeyedSnapshot timers, Expiry expiry, ClassLoader loader, long memoryBytes) {
        this.settlement = settlement;
        this.timers = timers;
        this.expiry = expiry;
        this.loader = loader;
        this.memoryBytes = memoryBytes;
    }

    @Override
    public Outcome outcome() {
        return settlement.outcome();
    }

    @Override
    public void settle() {
        try {
            settlement.settle(View.ROWS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void writeTo(KeyedStateSink sink) throws IOException {
        requireHeld();
        settlement.hold(); // a release meanwhile takes effect afterwards
        try {
            settlement.rows().push(expiry.before(sink));
            timers.writeTo(sink);
        } finally {
            settlement.letGo();
        }
    }

    @Override
    public String backend() {
        return RocksProvider.NAME;
    }

    @Override
    public int formatVersion() {
        return FilesIndex.FORMAT_VERSION;
    }

    @Override
    public List<KeyedStateIndex> states() {
        return settlement.states().stream().map(FrozenState::index).toList();
    }

    @Override
    public boolean hasFiles() throws IOException {
        requireHeld();
        settlement.hold(); // a release meanwhile takes effect afterwards
        try {
            return settlement.files() != null;
        } finally {
            settlement.letGo();
        }
    }

    @Override
    public List<LocalFile> files() throws IOException {
        FrozenFiles files = settlement.files();
        if (files == null) {
            throw new IOException("the files of a view are there until it is released, where it has files");
        }
        return files.files();
    }

    @Override
    public void writeRest(KeyedStateSink sink) throws IOException {
        timers.writeTo(sink);
    }

    private void requireHeld() {
        if (released.get()) {
            throw new IllegalStateException("a snapshot is written or kept before it is released, not afterwards");
        }
    }

    @Override
    public RestoredKeyedState asRestored() {
        requireHeld();
        return new RocksVersion(settlement, timers.asRestored(), loader, memoryBytes);
    }

    /** Of the timers alone: the states go to disk. */
    @Override
    public long heapBytes() {
        requireHeld();
        return timers.heapBytes();
    }

    @Override
    public void release() {
        if (released.compareAndSet(false, true)) {
            settlement.letGo();
            timers.release();
        }
    }
}
