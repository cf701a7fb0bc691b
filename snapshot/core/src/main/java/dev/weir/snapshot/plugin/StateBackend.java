package dev.weir.snapshot.plugin;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.NativeIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes the keyed state of a job's operators in one process. Thread-safe; what it makes is used by one thread each. */
public interface StateBackend extends AutoCloseable {

    /** The name that settings and checkpoints know it by: {@code heap}. */
    String name();

    /**
     * The keyed state of one operator in one subtask. It is closed by its owner, in any order with {@link #close}.
     *
     * @throws IOException where what is restored can't be read, or local disk can't be used: place named
     */
    KeyedStateBackend open(KeyedStateSpec spec) throws IOException;

    /**
     * What the native files of old subtasks hold of the key groups that a new subtask owns. Called on a thread that may
     * block; may fetch files to local disk.
     *
     * @param parts of all old subtasks that hold some of the groups
     */
    RestoredKeyedState restore(KeyedStateSpec target, List<NativePart> parts) throws IOException;

    /** What it tells of each operator and subtask whose state is open; empty where it tells nothing. Disturbs nobody. */
    default List<StateFigures> figures() {
        return List.of();
    }

    @Override
    void close();

    /** The native files of one old subtask. */
    record NativePart(int oldSubtask, NativeIndex index, Fetch fetch) {}

    /** Brings a file of a checkpoint to local disk. */
    @FunctionalInterface
    interface Fetch {
        /** Copies it to a target that doesn't exist yet; length and checksum are verified. */
        void copy(NativeIndex.NativeFile file, Path target) throws IOException;
    }
}
