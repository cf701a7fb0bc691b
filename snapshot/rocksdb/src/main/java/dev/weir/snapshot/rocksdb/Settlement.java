package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.ChangedEntries;
import dev.weir.snapshot.backend.ColdSnapshot.Outcome;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a frozen view together in the database: first what was gathered for it, then what had changed on the heap. Then
 * the database is frozen in its turn, as rows or as files. Invariants: until the outcome is known nothing else is written to
 * the database; an attempt that fails leaves it open, and can be made again from the beginning. Held by whoever writes the
 * view or may restore from it; the last one to let go releases all. Thread-safe.
 */
final class Settlement {

    private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

    /** In what form the view is had. */
    enum View {
        /** As rows, which are read one by one. */
        ROWS,
        /** As files of the database. */
        FILES
    }

    private final NativeDb db;
    private final DatabaseFiles databaseFiles;
    private final List<FrozenState> states;
    private final KeyGroupRange groups;
    private final ClassLoader loader;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Outcome outcome = Outcome.OPEN;
    private @Nullable RowBatch gathered;
    private volatile @Nullable FrozenRows rows;
    private volatile @Nullable FrozenFiles files;
    private int holders = 1;

    /** @param gathered what comes before the changes; not written any more */
    Settlement(
            NativeDb db,
            DatabaseFiles databaseFiles,
            RowBatch gathered,
            List<FrozenState> states,
            KeyGroupRange groups,
            ClassLoader loader) {
        this.db = db;
        this.databaseFiles = databaseFiles;
        this.gathered = gathered;
        this.states = List.copyOf(states);
        this.groups = groups;
        this.loader = loader;
        db.hold();
    }

    Outcome outcome() {
        return outcome;
    }

    List<FrozenState> states() {
        return states;
    }

    /**
     * The view as rows.
     *
     * @throws IOException where a value can't be stored, or the database can't be written
     */
    FrozenRows rows() throws IOException {
        settle(View.ROWS);
        FrozenRows frozen = rows;
        if (frozen == null) {
            throw new IllegalStateException("a view is written in one form, and not after it was released");
        }
        return frozen;
    }

    /** The same as files; null where somebody has brought it together as rows before. */
    @Nullable
    FrozenFiles files() throws IOException {
        settle(View.FILES);
        return files;
    }

    /** What the files hold. */
    FilesIndex filesIndex() {
        return FilesIndex.of(states, groups);
    }

    /** The files, where they were made. */
    @Nullable
    FrozenFiles filesIfMade() {
        return files;
    }

    /** Brings the view together if that was not done, and it was not abandoned. */
    void settle(View view) throws IOException {
        lock.lock();
        try {
            if (outcome == Outcome.OPEN && isHeld()) {
                writeGathered();
                for (FrozenState state : states) {
                    write(state);
                }
                if (view == View.ROWS) {
                    rows = new FrozenRows(db, states, groups, loader);
                } else {
                    files = databaseFiles.freeze(states, groups);
                }
                end(Outcome.STORED);
            } else if (outcome == Outcome.OPEN) {
                writeGathered();
                end(Outcome.ABANDONED);
            }
        } catch (CodecException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    private void end(Outcome ended) {
        states.forEach(FrozenState::dropChanges);
        gathered = null;
        outcome = ended;
        db.letGo();
    }

    private void writeGathered() {
        RowBatch batch = gathered;
        if (batch != null && !batch.isEmpty()) {
            db.write(batch);
        }
    }

    private void write(FrozenState state) throws IOException {
        ChangedEntries changes = state.changes();
        if (changes == null) {
            return;
        }
        RowFormat format = new RowFormat(state.meta(), state.schemas(), new Codecs(loader));
        RowWriter rows = new RowWriter(db, state.family());
        try {
            changes.forEach((keyGroup, changed) -> {
                while (changed.next()) {
                    format.make(keyGroup, changed);
                    rows.put(format);
                }
            });
        } catch (CodecException e) {
            throw new IOException(
                    "an entry can't be stored: state=" + state.meta().name() + ": " + e.getMessage(), e);
        }
        rows.finish();
        format.publishKeys();
    }

    private synchronized boolean isHeld() {
        return holders > 0;
    }

    /** @throws IllegalStateException where the last holder has let go */
    synchronized void hold() {
        if (holders == 0) {
            throw new IllegalStateException("a snapshot is written or kept before it is released, not afterwards");
        }
        holders++;
    }

    /** To be called once by each holder. */
    void letGo() {
        synchronized (this) {
            holders--;
            if (holders > 0) {
                return;
            }
        }
        lock.lock();
        try {
            if (outcome == Outcome.OPEN) {
                abandon();
            }
            FrozenRows frozenRows = rows;
            if (frozenRows != null) {
                frozenRows.release();
                rows = null;
            }
            FrozenFiles frozenFiles = files;
            if (frozenFiles != null) {
                frozenFiles.remove();
                files = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody writes the view: its changes stay on the heap. */
    private void abandon() {
        try {
            writeGathered();
            end(Outcome.ABANDONED);
        } catch (RuntimeException e) {
            LOG.warn("a view that is given up could not be brought to its end; the next one will try again", e);
        }
    }
}
