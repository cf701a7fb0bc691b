package dev.weir.engine.simulation.world;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * The storage as the processes see it: what is in it outlives them, but calls fail, lose their answers, or are the last
 * thing a process does. What a dying process had asked for may still have its effect later.
 */
final class SimulatedStorage implements CheckpointStorage {

    /** Hears of each file that is deleted, before it is. */
    interface Deletions {
        void onDeleted(String path);
    }

    private static final long LATEST_NANOS = 200_000_000;

    private final MemoryStorage files = new MemoryStorage();
    private final Deletions deletions;
    private final FaultPlan faults;
    private final Draws draws;
    private final EventQueue events;

    SimulatedStorage(Deletions deletions, FaultPlan faults, Draws draws, EventQueue events) {
        this.deletions = deletions;
        this.faults = faults;
        this.draws = draws;
        this.events = events;
    }

    /** The files themselves, for oracles. */
    MemoryStorage files() {
        return files;
    }

    @Override
    public String uri() {
        return files.uri();
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
        if (path.endsWith(CheckpointFolders.MANIFEST)) {
            tear(path, content);
        }
        dieOr(path, () -> files.putIfAbsent(path, content));
        if (faults.putFails(Fault.PUT_FAILED)) {
            throw new IOException("the storage did not take it: path=" + path);
        }
        boolean written = files.putIfAbsent(path, content);
        if (faults.putFails(Fault.PUT_UNANSWERED)) {
            throw new IOException("the storage did not answer: path=" + path);
        }
        return written;
    }

    @Override
    public StoredFile write(String path, Content content) throws IOException {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        content.writeTo(copy);
        byte[] bytes = copy.toByteArray();
        tear(path, bytes);
        dieOr(path, () -> files.write(path, out -> out.write(bytes)));
        if (faults.strikes(Fault.WRITE_FAILED)) {
            throw new IOException("the disk is full: path=" + path);
        }
        StoredFile written = files.write(path, out -> out.write(bytes));
        if (faults.strikes(Fault.WRITE_UNANSWERED)) {
            throw new IOException("the storage did not answer: path=" + path);
        }
        return written;
    }

    /** The machine dies, and a part of the file stays: no log names it, so nobody may take it for a checkpoint's. */
    private void tear(String path, byte[] content) {
        if (faults.strikes(Fault.TORN_WRITE)) {
            files.putIfAbsent(path, Arrays.copyOf(content, draws.between(0, content.length - 1)));
            throw new ProcessDied("at " + path + ", which is torn");
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        if (faults.strikes(Fault.READ_FAILED)) {
            throw new IOException("the file can't be read just now: path=" + path);
        }
        return files.open(path);
    }

    @Override
    public List<StoredFile> list(String folder) {
        return files.list(folder);
    }

    @Override
    public void delete(String path) throws IOException {
        if (faults.strikes(Fault.DELETE_FAILED)) {
            throw new IOException("the file can't be deleted just now: path=" + path);
        }
        deletions.onDeleted(path);
        files.delete(path);
    }

    @Override
    public void close() {
        // outlives the processes
    }

    private interface Effect {
        void run() throws IOException;
    }

    /** The process may die before, after or during an operation; during means that it has its effect later. */
    private void dieOr(String path, Effect effect) throws IOException {
        if (!faults.strikes(Fault.CRASH_IN_STORAGE)) {
            return;
        }
        int when = draws.between(0, 2);
        if (when == 1) {
            effect.run();
        } else if (when == 2) {
            long delayNanos = draws.nanosBetween(0, LATEST_NANOS);
            events.after(delayNanos, null, "a dead process's write takes effect: " + path, () -> runLate(effect));
        }
        throw new ProcessDied("at " + path);
    }

    private static void runLate(Effect effect) {
        try {
            effect.run();
        } catch (IOException refused) {
            return; // the path was taken meanwhile
        }
    }
}
