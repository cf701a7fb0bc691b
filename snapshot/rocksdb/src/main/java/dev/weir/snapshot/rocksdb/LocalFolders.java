package dev.weir.snapshot.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders of this process on local disk: {@code weir-rocksdb/<process id>-<its start>/<number>-<label>}. Those of
 * processes that are gone are removed when one is opened, so the place must not be shared with other machines.
 * Thread-safe.
 */
final class LocalFolders {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFolders.class);
    private static final String ROOT = "weir-rocksdb";
    private static final int LONGEST_LABEL = 100;

    /** Counts the folders of this process: no two have one name, whichever job they are of. */
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Path mine;

    /** What was created here and may be there still. */
    private final Set<Path> created = ConcurrentHashMap.newKeySet();

    private LocalFolders(Path mine) {
        this.mine = mine;
    }

    /**
     * Finds the place and cleans up after processes that are gone.
     *
     * @param base null for the temp folder
     * @throws IOException where the place can't be written
     */
    static LocalFolders open(@Nullable Path base) throws IOException {
        Path root = (base == null ? Path.of(System.getProperty("java.io.tmpdir")) : base).resolve(ROOT);
        LocalFolders folders = new LocalFolders(root.resolve(nameOf(ProcessHandle.current())));
        try {
            Files.createDirectories(root);
            removeLeftOvers(root);
        } catch (IOException e) {
            throw new IOException(
                    "local state needs a folder that can be written: folder=" + root
                            + "; set weir.rocksdb.dir to another one",
                    e);
        }
        return folders;
    }

    private static String nameOf(ProcessHandle process) {
        long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return process.pid() + "-" + start;
    }

    private static void removeLeftOvers(Path root) throws IOException {
        List<Path> processes;
        try (Stream<Path> listed = Files.list(root)) {
            processes = listed.toList();
        }
        for (Path folder : processes) {
            if (isOfGoneProcess(folder.getFileName().toString())) {
                remove(folder);
            }
        }
    }

    private static boolean isOfGoneProcess(String name) {
        int dash = name.indexOf('-');
        if (dash <= 0 || !name.substring(0, dash).chars().allMatch(Character::isDigit)) {
            return false;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(name.substring(0, dash)));
        return process.isEmpty() || !nameOf(process.get()).equals(name);
    }

    /** A new folder. */
    Path create(String label) throws IOException {
        String safe = label.replaceAll("[^A-Za-z0-9_-]", "_");
        String cut = safe.substring(0, Math.min(LONGEST_LABEL, safe.length()));
        created.removeIf(folder -> !Files.exists(folder));
        synchronized (LocalFolders.class) { // the parent isn't removed meanwhile
            Path folder = Files.createDirectories(mine.resolve(NUMBERS.incrementAndGet() + "-" + cut));
            created.add(folder);
            return folder;
        }
    }

    /** Removes what was created here and is there still. */
    void close() {
        created.stream().filter(Files::exists).forEach(LocalFolders::remove);
    }

    private static synchronized void removeParent(Path folder) throws IOException {
        Files.deleteIfExists(folder.toAbsolutePath().getParent());
    }

    /** Removes a folder with all that is in it, and the process's own where it was the last. Failures are logged. */
    static void remove(Path folder) {
        try (Stream<Path> walked = Files.walk(folder)) {
            for (Path each : walked.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
            removeParent(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException inUse) {
            LOG.debug("a folder is still used, or was removed by another: {}", folder);
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("a folder of local state could not be removed: {}", folder, e);
        }
    }
}
