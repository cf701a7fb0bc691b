package dev.weir.engine.local;

import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorages;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * One storage per URI for as long as an engine lives, so that jobs find in memory what others left there. Thread-safe; a
 * storage that is opened for the first time blocks those that want another.
 */
final class OpenStorages {

    private final Map<String, CheckpointStorage> storages = new HashMap<>();

    synchronized CheckpointStorage open(String uri) throws IOException {
        CheckpointStorage known = storages.get(uri);
        if (known != null) {
            return known;
        }
        CheckpointStorage opened = CheckpointStorages.open(uri);
        storages.put(uri, opened);
        return opened;
    }

    synchronized void close() {
        storages.values().forEach(CheckpointStorage::close);
        storages.clear();
    }
}
