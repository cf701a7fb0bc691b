package dev.weir.snapshot.storage;

import dev.weir.snapshot.format.Manifest;

/**
 * A published manifest.
 *
 * @param manifestPath within the job's folder
 * @param length of the manifest, in bytes
 * @param crc32c of the manifest
 */
public record CheckpointRef(
        long checkpointId,
        long epoch,
        Manifest.Kind kind,
        String lineage,
        String manifestPath,
        long length,
        int crc32c) {}
