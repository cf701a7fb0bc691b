package dev.weir.engine.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where keyed state lives while a job runs ({@code weir.state.*}, {@code weir.rocksdb.*}).
 *
 * @param backend {@code heap}, or the name of a backend on the class path
 * @param incremental whether checkpoints refer to what earlier ones have written already
 * @param localFolder where a backend keeps files while the job runs; null for the temp folder
 * @param memoryBytes native memory of all backends of the process together
 * @param cacheBytes heap that their object caches may take together
 */
public record StateSettings(
        String backend, Incremental incremental, @Nullable Path localFolder, long memoryBytes, long cacheBytes) {

    public static final StateSettings DEFAULT =
            new StateSettings("heap", Incremental.ON, null, 256L * 1024 * 1024, 128L * 1024 * 1024);

    /** Whether checkpoints refer to what earlier ones have written already. */
    public enum Incremental {
        ON,
        OFF
    }

    public StateSettings {
        Rules.positive("weir.rocksdb.memory", memoryBytes);
        Rules.positive("weir.rocksdb.cache", cacheBytes);
    }

    public StateSettings withBackend(String value) {
        return new StateSettings(value, incremental, localFolder, memoryBytes, cacheBytes);
    }

    public StateSettings withIncremental(Incremental value) {
        return new StateSettings(backend, value, localFolder, memoryBytes, cacheBytes);
    }

    public StateSettings withLocalFolder(@Nullable Path value) {
        return new StateSettings(backend, incremental, value, memoryBytes, cacheBytes);
    }

    public StateSettings withMemoryBytes(long value) {
        return new StateSettings(backend, incremental, localFolder, value, cacheBytes);
    }

    public StateSettings withCacheBytes(long value) {
        return new StateSettings(backend, incremental, localFolder, memoryBytes, value);
    }
}
