package dev.weir.snapshot.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The state backend that the suite runs against: that of the system property {@code weir.test.backend}, by default the
 * heap. Opened when a test first asks for it; closed after each test with all that is still open in it. Its cache is so
 * small that entries come and go.
 */
public final class TestedBackend implements AfterEachCallback {

    private static final long MEMORY_BYTES = 8L << 20;
    private static final long CACHE_BYTES = 8 << 10;

    private static @Nullable StateBackend current;

    /** A disk in memory where there is one: thousands of databases are opened. */
    private static @Nullable Path folder() {
        Path inMemory = Path.of("/dev/shm");
        return Files.isWritable(inMemory) ? inMemory : null;
    }

    /** The one of the test that runs. */
    public static StateBackend current() {
        StateBackend open = current;
        if (open == null) {
            try {
                open = StateBackends.open(
                        System.getProperty("weir.test.backend", HeapBackend.NAME),
                        new StateBackendOptions(
                                TestedBackend.class.getClassLoader(), "suite", folder(), MEMORY_BYTES, CACHE_BYTES));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            current = open;
        }
        return open;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        StateBackend open = current;
        if (open != null) {
            open.close();
            current = null;
        }
    }
}
