package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.format.NativeSnapshot.LocalFile;
import dev.weir.snapshot.format.NativeSnapshot.Reuse;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Freezes the files of one database. A file of rows never changes; databases number theirs alike, so its name in a
 * checkpoint is {@code <database>-<number>.sst}: one that came with what was restored keeps the name that it had.
 * Thread-safe.
 */
final class DatabaseFiles {

    static final String ROWS = ".sst";
    private static final String SETTINGS = "OPTIONS-";

    private final NativeDb db;
    private final LocalFolders folders;
    private final String label;
    private final Map<String, String> inherited;
    private final String database = UUID.randomUUID().toString().replace("-", "");

    /**
     * Those of a database.
     *
     * @param label names its folders
     * @param inherited the names in checkpoints of files that it was opened with, by the name in its folder
     */
    DatabaseFiles(NativeDb db, LocalFolders folders, String label, Map<String, String> inherited) {
        this.db = db;
        this.folders = folders;
        this.label = label;
        this.inherited = Map.copyOf(inherited);
    }

    /** Freezes what is written, as what the states are. */
    FrozenFiles freeze(List<FrozenState> states, KeyGroupRange groups) throws IOException {
        Path folder = folders.create(label + "-frozen");
        try {
            Path linked = folder.resolve("files");
            db.linkTo(linked);
            FilesIndex.of(states, groups).write(linked);
            return new FrozenFiles(folder, linked, list(linked));
        } catch (IOException | RuntimeException e) {
            LocalFolders.remove(folder);
            throw e;
        }
    }

    private List<LocalFile> list(Path linked) throws IOException {
        List<LocalFile> files = new ArrayList<>();
        try (Stream<Path> listed = Files.list(linked)) {
            for (Path file : listed.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(ROWS)) {
                    String known = inherited.getOrDefault(name, database + "-" + name);
                    files.add(new LocalFile(known, file, Reuse.SAME_NAME_SAME_CONTENT));
                } else if (!name.startsWith(SETTINGS)) {
                    files.add(new LocalFile(name, file, Reuse.NEVER));
                }
            }
        }
        return files;
    }

    /** The name in a folder of a file that has a name in a checkpoint. */
    static String localName(String name) {
        return name.endsWith(ROWS) ? name.substring(name.lastIndexOf('-') + 1) : name;
    }
}
