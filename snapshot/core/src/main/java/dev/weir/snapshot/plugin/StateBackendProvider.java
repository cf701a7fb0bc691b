package dev.weir.snapshot.plugin;

import java.io.IOException;

/** Makes state backends of one name. Found by {@link java.util.ServiceLoader}. */
public interface StateBackendProvider {

    /** In small letters: {@code rocksdb}. */
    String name();

    /**
     * Opens one for a job.
     *
     * @throws IOException where it can't be used, with the remedy
     */
    StateBackend open(StateBackendOptions options) throws IOException;
}
