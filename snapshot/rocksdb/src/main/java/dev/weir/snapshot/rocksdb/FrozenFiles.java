package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.format.NativeSnapshot.LocalFile;
import java.nio.file.Path;
import java.util.List;

/** A folder with the files of a database as they were. Nothing in it changes. Thread-safe. */
final class FrozenFiles {

    private final Path folder;
    private final Path linked;
    private final List<LocalFile> files;

    /**
     * Files in a folder.
     *
     * @param folder removed with all that is in it
     * @param linked the folder of the files
     */
    FrozenFiles(Path folder, Path linked, List<LocalFile> files) {
        this.folder = folder;
        this.linked = linked;
        this.files = List.copyOf(files);
    }

    /** The folder of the files, which a database can be opened from. */
    Path linked() {
        return linked;
    }

    List<LocalFile> files() {
        return files;
    }

    /** Removes the folder. */
    void remove() {
        LocalFolders.remove(folder);
    }
}
