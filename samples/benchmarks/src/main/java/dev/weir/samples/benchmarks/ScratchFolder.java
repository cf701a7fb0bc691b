package dev.weir.samples.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder for one run, removed with all that the run leaves in it. */
final class ScratchFolder implements AutoCloseable {

    private final Path folder;

    ScratchFolder() throws IOException {
        folder = Files.createTempDirectory("weir-benchmarks-");
    }

    /** A new folder within. */
    Path create(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path path : deepestFirst) {
            Files.delete(path);
        }
    }
}
