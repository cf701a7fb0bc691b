package dev.weir.snapshot.format;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A frozen view that also exists as files of its backend, which a checkpoint may take as they are. The files stay until the
 * view is released. A savepoint takes {@link #writeTo} instead.
 */
public interface NativeSnapshot extends KeyedSnapshot {

    /** The name of the backend that reads the files. */
    String backend();

    /** The version of the backend's files. */
    int formatVersion();

    /** What is in the files, with the schemas its values were written by; the groups are empty. */
    List<SegmentIndex.KeyedStateIndex> states();

    /**
     * Whether it can be written as files; else it is written by {@link #writeTo}. Called first, on a snapshot thread.
     *
     * @throws IOException where they can't be made
     */
    default boolean hasFiles() throws IOException {
        return true;
    }

    /** All files; called on a snapshot thread. @throws IOException where they can't be made or listed */
    List<LocalFile> files() throws IOException;

    /** Pushes what is in none of the files, such as timers that are on the heap; by the rules of {@link #writeTo}. */
    default void writeRest(KeyedStateSink sink) throws IOException {}

    /** One local file. It isn't changed any more. */
    record LocalFile(String name, Path path, Reuse reuse) {}

    /** Whether a later snapshot may refer to a file. */
    enum Reuse {
        /**
         * Whatever snapshot of the same operator in the same subtask has a file of this name has the same content in it, in
         * every attempt and process: where databases number their files alike, the name says which database it is.
         */
        SAME_NAME_SAME_CONTENT,
        /** It belongs to this snapshot only. */
        NEVER
    }
}
