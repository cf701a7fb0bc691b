package dev.weir.snapshot.storage;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Opens a storage by its URI: {@code memory}, {@code file:///…}, or the scheme of a provider on the class path. */
public final class CheckpointStorages {

    private static final String MEMORY = "memory";
    private static final String FILE = "file";
    private static final String PROBE_FOLDER = "probe/";

    private CheckpointStorages() {}

    /**
     * Opens a storage. It is probed: putting a path that exists must be refused.
     *
     * @throws IllegalArgumentException where the URI is none, or nothing knows its scheme (the known ones are named)
     * @throws IOException where the storage can't be used, with the reason
     */
    public static CheckpointStorage open(String uri) throws IOException {
        CheckpointStorage storage = openUnprobed(uri);
        try {
            probe(storage);
            return storage;
        } catch (IOException | RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    /**
     * Opens a storage that is only read. Nothing is written, so it may be write-protected.
     *
     * @throws IllegalArgumentException where the URI is none, or nothing knows its scheme (the known ones are named)
     * @throws IOException where the storage can't be read, with the reason
     */
    public static CheckpointStorage openToRead(String uri) throws IOException {
        if (isMemory(uri)) {
            return new MemoryStorage();
        }
        return FILE.equals(schemeOf(uri))
                ? FileStorage.toRead(fileRoot(uri))
                : provider(uri).openToRead(uri);
    }

    /** Whether the URI names a new storage in memory. */
    public static boolean isMemory(String uri) {
        return uri.equals(MEMORY);
    }

    private static CheckpointStorage openUnprobed(String uri) throws IOException {
        if (isMemory(uri)) {
            return new MemoryStorage();
        }
        return FILE.equals(schemeOf(uri))
                ? new FileStorage(fileRoot(uri))
                : provider(uri).open(uri);
    }

    private static CheckpointStorageProvider provider(String uri) {
        String scheme = schemeOf(uri);
        Map<String, CheckpointStorageProvider> providers = providers();
        CheckpointStorageProvider provider = scheme == null ? null : providers.get(scheme);
        if (provider == null) {
            throw new IllegalArgumentException("a checkpoint storage is memory or a URI of a known scheme: storage="
                    + uri
                    + ", known schemes=file" + (providers.isEmpty() ? "" : ", " + String.join(", ", providers.keySet()))
                    + "; write file:///absolute/path, or put the scheme's module on the class path");
        }
        return provider;
    }

    private static @Nullable String schemeOf(String uri) {
        int colon = uri.indexOf(':');
        return colon <= 0 ? null : uri.substring(0, colon).toLowerCase(Locale.ROOT);
    }

    private static Path fileRoot(String uri) {
        try {
            return Path.of(URI.create(uri));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a file storage is named by an absolute URI: storage=" + uri + "; write file:///absolute/path", e);
        }
    }

    private static Map<String, CheckpointStorageProvider> providers() {
        Map<String, CheckpointStorageProvider> providers = new TreeMap<>();
        for (CheckpointStorageProvider provider : ServiceLoader.load(CheckpointStorageProvider.class)) {
            providers.put(provider.scheme(), provider);
        }
        return providers;
    }

    /**
     * Checks that a path is put once only: the fence between coordinators rests on it.
     *
     * @throws IOException where the storage can't do this
     */
    static void probe(CheckpointStorage storage) throws IOException {
        String path = PROBE_FOLDER + UUID.randomUUID();
        boolean first = storage.putIfAbsent(path, "first".getBytes(StandardCharsets.UTF_8));
        boolean second = storage.putIfAbsent(path, "second".getBytes(StandardCharsets.UTF_8));
        storage.delete(path);
        if (!first || second) {
            throw new IOException("a checkpoint storage must refuse to put a path that exists: storage=" + storage.uri()
                    + ", first put=" + first + ", second put=" + second + "; use another file system");
        }
    }
}
