package dev.weir.snapshot.format;

import dev.weir.snapshot.backend.KeyedSnapshot;
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

    /** All files; called on a snapshot thread. */
    List<LocalFile> files();

    /** One local file. It isn't changed any more. */
    record LocalFile(String name, Path path, Reuse reuse) {}

    /** Whether a later snapshot may refer to a file. */
    enum Reuse {
        /** Whatever snapshot of the same state has a file of this name has the same content in it. */
        SAME_NAME_SAME_CONTENT,
        /** It belongs to this snapshot only. */
        NEVER
    }
}
