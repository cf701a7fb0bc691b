package dev.weir.operators.job;

import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorageProvider;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Storage in memory, under {@code held:name}, that can hold up the end of one upload, or the beginning of one read, or
 * refuse uploads for a while.
 */
public final class HeldStorageProvider implements CheckpointStorageProvider {

    private static final Map<String, Held> OPEN = new ConcurrentHashMap<>();

    static Held named(String uri) {
        return OPEN.computeIfAbsent(uri, Held::new);
    }

    @Override
    public String scheme() {
        return "held";
    }

    @Override
    public CheckpointStorage open(String uri) {
        return named(uri);
    }

    /** Once armed, the next segment that is written, or read, is let through only when it is released. Any thread. */
    static final class Held implements CheckpointStorage {

        private final String uri;
        private final MemoryStorage files = new MemoryStorage();
        final CountDownLatch holding = new CountDownLatch(1);
        final CountDownLatch finished = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private boolean armed;
        private boolean armedForRead;
        private String heldPath = "";
        private volatile boolean refuses;

        Held(String uri) {
            this.uri = uri;
        }

        synchronized void arm() {
            armed = true;
        }

        synchronized void armRead() {
            armedForRead = true;
        }

        /** From now on no segment can be written. */
        void refuse() {
            refuses = true;
        }

        void accept() {
            refuses = false;
        }

        private synchronized boolean holdsRead(String path) {
            boolean holds = armedForRead && path.endsWith(".seg");
            armedForRead = armedForRead && !holds;
            return holds;
        }

        void release() {
            released.countDown();
        }

        synchronized String heldPath() {
            return heldPath;
        }

        private synchronized boolean holds(String path) {
            boolean holds = armed && path.endsWith(".seg");
            if (holds) {
                armed = false;
                heldPath = path;
            }
            return holds;
        }

        @Override
        public String uri() {
            return uri;
        }

        @Override
        public boolean putIfAbsent(String path, byte[] content) {
            return files.putIfAbsent(path, content);
        }

        @Override
        public StoredFile write(String path, Content content) throws IOException {
            if (refuses && path.endsWith(".seg")) {
                throw new IOException("refused for now: path=" + path);
            }
            if (!holds(path)) {
                return files.write(path, content);
            }
            try {
                hold(path);
                return files.write(path, content);
            } finally {
                finished.countDown();
            }
        }

        private void hold(String path) throws IOException {
            holding.countDown();
            try {
                released.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("held up for good: path=" + path, interrupted);
            }
        }

        @Override
        public InputStream open(String path) throws IOException {
            if (holdsRead(path)) {
                hold(path);
            }
            return files.open(path);
        }

        @Override
        public List<StoredFile> list(String folder) {
            return files.list(folder);
        }

        @Override
        public void delete(String path) {
            files.delete(path);
        }

        @Override
        public void close() {}
    }
}
