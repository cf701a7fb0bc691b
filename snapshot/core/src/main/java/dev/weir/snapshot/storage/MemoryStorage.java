package dev.weir.snapshot.storage;

import dev.weir.snapshot.format.Sealed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** Keeps files in memory: for tests and for jobs that need not outlive their process. Any thread may use it. */
public final class MemoryStorage implements CheckpointStorage {

    private final ConcurrentSkipListMap<String, byte[]> files = new ConcurrentSkipListMap<>();

    @Override
    public String uri() {
        return "memory";
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) {
        return files.putIfAbsent(StoragePaths.require(path), content.clone()) == null;
    }

    @Override
    public StoredFile write(String path, Content content) throws IOException {
        StoragePaths.require(path);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        byte[] bytes = out.toByteArray();
        if (files.putIfAbsent(path, bytes) != null) {
            throw new FileAlreadyExistsException(path);
        }
        return new StoredFile(path, bytes.length, Sealed.crc32c(bytes));
    }

    @Override
    public InputStream open(String path) throws IOException {
        byte[] content = files.get(StoragePaths.require(path));
        if (content == null) {
            throw new NoSuchFileException(path);
        }
        return new ByteArrayInputStream(content);
    }

    @Override
    public List<StoredFile> list(String folder) {
        String prefix = StoragePaths.requireFolder(folder);
        List<StoredFile> found = new ArrayList<>();
        for (Map.Entry<String, byte[]> file : files.tailMap(prefix).entrySet()) {
            if (!file.getKey().startsWith(prefix)) {
                break;
            }
            found.add(new StoredFile(file.getKey(), file.getValue().length, 0));
        }
        return found;
    }

    @Override
    public void delete(String path) {
        files.remove(StoragePaths.require(path));
    }

    @Override
    public void close() {
        files.clear();
    }
}
