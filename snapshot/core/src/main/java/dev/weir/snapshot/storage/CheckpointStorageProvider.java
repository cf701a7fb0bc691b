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

    /**
     * Opens a storage that is only read: nothing is probed or written, so it may belong to somebody else.
     *
     * @throws IOException where it can't be read, with the remedy
     */
    default CheckpointStorage openToRead(String uri) throws IOException {
        return open(uri);
    }
}
