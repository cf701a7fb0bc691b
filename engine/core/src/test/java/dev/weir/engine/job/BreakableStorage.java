package dev.weir.engine.job;

import dev.weir.snapshot.storage.CheckpointStorage;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** A storage that, once broken, takes a few more files whole and then none: each is cut off in its middle. */
final class BreakableStorage implements CheckpointStorage {

    private static final int NEVER = Integer.MAX_VALUE;

    private final CheckpointStorage storage;
    private int filesLeft = NEVER;

    BreakableStorage(CheckpointStorage storage) {
        this.storage = storage;
    }

    void breakAfter(int files) {
        filesLeft = files;
    }

    void mend() {
        filesLeft = NEVER;
    }

    @Override
    public String uri() {
        return storage.uri();
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
        return storage.putIfAbsent(path, content);
    }

    @Override
    public StoredFile write(String path, Content content) throws IOException {
        boolean isFull = filesLeft == 0;
        if (filesLeft != NEVER && !isFull) {
            filesLeft--;
        }
        return storage.write(path, isFull ? out -> content.writeTo(new Full(out)) : content);
    }

    /** Takes one write. */
    private static final class Full extends FilterOutputStream {
        private boolean isFull;

        Full(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (isFull) {
                throw new IOException("No space left on device");
            }
            out.write(bytes, offset, length / 2);
            isFull = true;
            throw new IOException("No space left on device");
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        return storage.open(path);
    }

    @Override
    public List<StoredFile> list(String folder) throws IOException {
        return storage.list(folder);
    }

    @Override
    public void delete(String path) throws IOException {
        storage.delete(path);
    }

    @Override
    public void close() {}
}
