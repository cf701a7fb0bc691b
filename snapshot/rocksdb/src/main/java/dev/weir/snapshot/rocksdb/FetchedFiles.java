package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.plugin.StateBackend.NativePart;
import dev.weir.snapshot.rocksdb.RocksFiles.Part;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A folder with files that were fetched from a checkpoint; removed when nobody can reach this any more. One thread. */
final class FetchedFiles {

    private static final Cleaner CLEANER = Cleaner.create();
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");

    private final Path folder;

    FetchedFiles(Path folder) {
        this.folder = folder;
        CLEANER.register(this, () -> LocalFolders.remove(folder));
    }

    /**
     * Fetches the files of one old subtask.
     *
     * @throws IOException where they can't be fetched, or are of a newer version
     */
    Part fetch(String uid, NativePart part) throws IOException {
        if (part.index().formatVersion() > FilesIndex.FORMAT_VERSION) {
            throw new IOException("native files must be of a version that this one reads: operator=" + uid
                    + ", version=" + part.index().formatVersion() + ", newest that is read=" + FilesIndex.FORMAT_VERSION
                    + "; restore with the newer Weir, or from a savepoint");
        }
        Path target = Files.createDirectory(folder.resolve(Integer.toString(part.oldSubtask())));
        Map<String, String> names = new HashMap<>();
        for (NativeFile file : part.index().files()) {
            if (!NAME.matcher(file.name()).matches()) {
                throw new IOException("a native file's name is one word: operator=" + uid + ", name=" + file.name()
                        + "; restore another checkpoint");
            }
            String local = DatabaseFiles.localName(file.name());
            part.fetch().copy(file, target.resolve(local));
            if (local.endsWith(DatabaseFiles.ROWS)) {
                names.put(local, file.name());
            }
        }
        return new Part(target, FilesIndex.read(target), part.index().states(), names);
    }
}
