package dev.weir.snapshot.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Backends, snapshots, their writers and the job's backend are closed in any order, from several threads. */
class CloseOrderTest {

    private static final int MAX_PARALLELISM = 7;

    @TempDir
    private Path folder = Path.of("");

    @Seeds(30)
    void noOrderOfClosingDoesHarmAndNothingIsLeftOnDisk(long seed) throws Exception {
        Random random = new Random(seed);
        StateBackend job = new RocksProvider()
                .open(new StateBackendOptions(getClass().getClassLoader(), "j", folder, 1 << 20, 1 << 10));
        List<Runnable> steps = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            KeyedStateBackend backend = opened(job);
            LongState state = backend.state(LongStateDescriptor.of("n"));
            for (int step = 0; step < 2; step++) {
                write(backend, state);
                KeyedSnapshot frozen = backend.freeze();
                steps.add(() -> written(frozen));
                steps.add(frozen::release);
            }
            steps.add(backend::close);
        }
        if (random.nextBoolean()) {
            steps.add(job::close);
        }
        Collections.shuffle(steps, random);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        steps.forEach(threads::execute);
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        job.close();
        assertThat(databases()).isEmpty();
    }

    private static KeyedStateBackend opened(StateBackend job) throws IOException {
        KeyGroupRange all = new KeyGroupRange(0, MAX_PARALLELISM - 1);
        return job.open(new KeyedStateSpec("op", 0, 1, all, MAX_PARALLELISM, RestoredKeyedState.EMPTY, () -> 0L));
    }

    private static void write(KeyedStateBackend backend, LongState state) {
        for (long key = 0; key < 50; key++) {
            int hash = KeyGroups.murmur(StableHash.hashOf(key));
            backend.setCurrentKey(key, hash, hash % MAX_PARALLELISM);
            state.add(1);
        }
    }

    /** Writes a view, which may have been released or ended by now: that is said by an exception. */
    private static void written(KeyedSnapshot frozen) {
        try {
            frozen.writeTo(new KeyedStateSink() {
                @Override
                public void state(StateMeta meta) {}

                @Override
                public void keyGroup(int keyGroup, int entries) {}

                @Override
                public void entry(Object key, @Nullable Object namespace, Object value) {}
            });
        } catch (IllegalStateException tooLate) {
            assertThat(tooLate).hasMessageMatching(".*(before it is closed|before it is released).*");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Path> databases() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
