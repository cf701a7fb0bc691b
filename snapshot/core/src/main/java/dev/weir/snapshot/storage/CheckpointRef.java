package dev.weir.snapshot.storage;

import dev.weir.snapshot.format.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * A published manifest.
 *
 * @param manifestPath within the job's folder, or within the savepoint's place
 * @param length of the manifest, in bytes
 * @param crc32c of the manifest
 * @param savepoint URI of the savepoint's folder; null for a checkpoint in the job's folder
 */
public record CheckpointRef(
        long checkpointId,
        long epoch,
        Manifest.Kind kind,
        String lineage,
        String manifestPath,
        long length,
        int crc32c,
        @Nullable String savepoint) {

    /** A checkpoint in the job's folder. */
    public CheckpointRef(
            long checkpointId,
            long epoch,
            Manifest.Kind kind,
            String lineage,
            String manifestPath,
            long length,
            int crc32c) {
        this(checkpointId, epoch, kind, lineage, manifestPath, length, crc32c, null);
    }
}
