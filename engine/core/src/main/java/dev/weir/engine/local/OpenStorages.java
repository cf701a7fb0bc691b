package dev.weir.engine.local;

import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorages;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * One storage per URI for as long as an engine lives, so that jobs find in memory what others left there. Thread-safe; a
 * storage that is opened for the first time blocks those that want another.
 */
final class OpenStorages implements SavepointFolder.Storages {

    private final Map<String, CheckpointStorage> storages = new HashMap<>();
    private final Map<String, CheckpointStorage> toRead = new HashMap<>();

    @Override
    public synchronized CheckpointStorage open(String uri) throws IOException {
        CheckpointStorage known = storages.get(uri);
        if (known != null) {
            return known;
        }
        CheckpointStorage opened = CheckpointStorages.open(uri);
        storages.put(uri, opened);
        return opened;
    }

    /** One that is open to be written already serves as well: what is in memory is nowhere else. */
    @Override
    public synchronized CheckpointStorage openToRead(String uri) throws IOException {
        CheckpointStorage known = storages.getOrDefault(uri, toRead.get(uri));
        if (known != null) {
            return known;
        }
        if (CheckpointStorages.isMemory(uri)) {
            return open(uri);
        }
        CheckpointStorage opened = CheckpointStorages.openToRead(uri);
        toRead.put(uri, opened);
        return opened;
    }

    synchronized void close() {
        storages.values().forEach(CheckpointStorage::close);
        storages.clear();
        toRead.values().forEach(CheckpointStorage::close);
        toRead.clear();
    }
}
