package dev.weir.snapshot.storage;

import java.io.IOException;

/** Opens storages of one URI scheme. Found by {@link java.util.ServiceLoader}. */
public interface CheckpointStorageProvider {

    /** The scheme without its colon, in small letters: {@code s3}. */
    String scheme();

    /**
     * Opens a storage and probes that it keeps the contract.
     *
     * @throws IOException where it can't be used, with the remedy
     */
    CheckpointStorage open(String uri) throws IOException;
}
