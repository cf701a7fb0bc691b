package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.plugin.StateBackendProvider;
import java.io.IOException;

/** Makes the state backend that settings call {@code rocksdb}. */
public final class RocksProvider implements StateBackendProvider {

    public static final String NAME = "rocksdb";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public StateBackend open(StateBackendOptions options) throws IOException {
        return new RocksBackend(options);
    }
}
