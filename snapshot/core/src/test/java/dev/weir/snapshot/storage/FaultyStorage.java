package dev.weir.snapshot.storage;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Random;

/**
 * A storage seen through a bad line: an operation may fail before it is done, or be done and its answer be lost. Before
 * each operation others are given a turn.
 */
class FaultyStorage implements CheckpointStorage {

    private final CheckpointStorage storage;
    private final Random random;
    private final int faultsPerThousand;
    private final Runnable turnOfOthers;

    FaultyStorage(CheckpointStorage storage, Random random, int faultsPerThousand, Runnable turnOfOthers) {
        this.storage = storage;
        this.random = random;
        this.faultsPerThousand = faultsPerThousand;
        this.turnOfOthers = turnOfOthers;
    }

    private void step(String what) throws IOException {
        turnOfOthers.run();
        fault("not done: " + what);
    }

    private void fault(String what) throws IOException {
        if (random.nextInt(1000) < faultsPerThousand) {
            throw new IOException("injected, " + what);
        }
    }

    @Override
    public String uri() {
        return storage.uri();
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
        step("put " + path);
        boolean written = storage.putIfAbsent(path, content);
        fault("answer lost: put " + path);
        return written;
    }

    @Override
    public StoredFile write(String path, Content content) throws IOException {
        step("write " + path);
        return storage.write(path, content);
    }

    @Override
    public InputStream open(String path) throws IOException {
        step("open " + path);
        return storage.open(path);
    }

    @Override
    public List<StoredFile> list(String folder) throws IOException {
        step("list " + folder);
        return storage.list(folder);
    }

    @Override
    public void delete(String path) throws IOException {
        step("delete " + path);
        storage.delete(path);
    }

    @Override
    public void close() {}
}
