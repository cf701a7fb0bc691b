package dev.weir.engine.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where keyed state lives while a job runs ({@code weir.state.*}, {@code weir.rocksdb.*}).
 *
 * @param backend {@code heap}, or the name of a backend on the class path
 * @param localFolder where a backend keeps files while the job runs; null for the temp folder
 * @param memoryBytes native memory of all backends of the process together
 * @param cacheBytes heap that their object caches may take together
 */
public record StateSettings(String backend, @Nullable Path localFolder, long memoryBytes, long cacheBytes) {

    public static final StateSettings DEFAULT = new StateSettings("heap", null, 256L * 1024 * 1024, 128L * 1024 * 1024);

    public StateSettings {
        Rules.positive("weir.rocksdb.memory", memoryBytes);
        Rules.positive("weir.rocksdb.cache", cacheBytes);
    }

    public StateSettings withBackend(String value) {
        return new StateSettings(value, localFolder, memoryBytes, cacheBytes);
    }

    public StateSettings withLocalFolder(@Nullable Path value) {
        return new StateSettings(backend, value, memoryBytes, cacheBytes);
    }

    public StateSettings withMemoryBytes(long value) {
        return new StateSettings(backend, localFolder, value, cacheBytes);
    }

    public StateSettings withCacheBytes(long value) {
        return new StateSettings(backend, localFolder, memoryBytes, value);
    }
}
