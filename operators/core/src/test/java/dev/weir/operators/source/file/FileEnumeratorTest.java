package dev.weir.operators.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.operators.source.file.InputFile.Compression;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FileEnumeratorTest {

    private static final int READERS = 3;
    private static final FileSettings BOUNDED = FileSettings.DEFAULT.withSplitBytes(10);
    private static final FileSettings CONTINUOUS = BOUNDED.withDiscoveryInterval(Duration.ofSeconds(1));

    private final Folder folder = new Folder();
    private World world = new World(BOUNDED, null);

    @Test
    void whoAsksBeforeTheFilesAreFoundGetsItsPartAfterwards() {
        folder.add("/in/a", 25);
        world.enumerator.onSplitRequest(2);
        assertThat(world.log).isEmpty();

        world.finishCalls();

        assertThat(world.log).containsExactly("2: /in/a[0,10)");
    }

    @Test
    void aFileIsCutAsItIsGivenOutAndThenThereIsNoMore() {
        folder.add("/in/a", 25);
        world.finishCalls();
        for (int reader : List.of(0, 1, 0, 1, 2)) {
            world.enumerator.onSplitRequest(reader);
        }

        assertThat(world.log)
                .containsExactly("0: /in/a[0,10)", "1: /in/a[10,20)", "0: /in/a[20,25)", "1: no more", "2: no more");
    }

    @Test
    void smallFilesGoOutTogetherButNoMoreThanAFairShare() {
        for (int i = 0; i < 30; i++) {
            folder.add("/in/" + (char) ('A' + i), 1);
        }
        world.finishCalls();
        world.enumerator.onSplitRequest(0);
        world.enumerator.onSplitRequest(1);

        assertThat(world.givenTo(0)).hasSize(5);
        assertThat(world.givenTo(1)).hasSize(4);
    }

    @Test
    void aGzipFileIsOneSplitAndAnEmptyFileNone() {
        folder.add(new InputFile("/in/a.gz", 1_000, 1, 1, Compression.GZIP));
        folder.add("/in/b", 0);
        world.finishCalls();
        world.enumerator.onSplitRequest(0);
        world.enumerator.onSplitRequest(0);

        assertThat(world.log).containsExactly("0: /in/a.gz[0," + Long.MAX_VALUE + ")", "0: no more");
    }

    @Test
    void splitsThatComeBackGoOutAgainUncut() {
        folder.add("/in/a", 30);
        world.finishCalls();
        world.enumerator.onSplitRequest(0);
        FileSplit half = world.givenTo(0).get(0).at(7);
        world.enumerator.onSplitsReturned(List.of(half), 0);
        world.enumerator.onSplitRequest(1);

        assertThat(world.givenTo(1)).containsExactly(half);
    }

    @Test
    void aSnapshotBeforeTheFilesAreFoundFindsThemAfterTheRestore() throws Exception {
        folder.add("/in/a", 5);
        byte[] state = world.snapshot();
        world = new World(BOUNDED, state);
        world.enumerator.onSplitRequest(0);
        world.finishCalls();

        assertThat(world.log).containsExactly("0: /in/a[0,5)");
    }

    @Test
    void filesThatAreFoundOnceAreNotLookedForAgain() throws Exception {
        folder.add("/in/a", 5);
        world.finishCalls();
        byte[] state = world.snapshot();
        folder.add("/in/b", 5);
        world = new World(BOUNDED, state);
        world.enumerator.onSplitRequest(0);
        world.enumerator.onSplitRequest(0);

        assertThat(world.calls).isEmpty();
        assertThat(world.log).containsExactly("0: /in/a[0,5)", "0: no more");
    }

    @Test
    void aFailedSearchFails() {
        folder.failure = InputFaults.missing("/in");

        assertThatThrownBy(world::finishCalls).isSameAs(folder.failure);
    }

    @Test
    void aFileThatIsGoneIsForgottenUnlessAllAre() throws Exception {
        world = new World(CONTINUOUS, null);
        folder.add("/in/a", 5);
        folder.add("/in/b", 5);
        world.finishCalls();
        world.enumerator.onSplitRequest(0);

        folder.files.clear();
        world.finishCalls();
        assertThat(world.state().known()).containsExactly("/in/a", "/in/b");

        folder.add("/in/b", 5);
        world.finishCalls();
        assertThat(world.state().known()).containsExactly("/in/b");

        folder.add("/in/a", 6);
        world.finishCalls();
        world.enumerator.onSplitRequest(0);
        world.enumerator.onSplitRequest(0);
        assertThat(world.log).containsExactly("0: /in/a[0,5)", "0: /in/b[0,5)", "0: /in/a[0,6)");
    }

    /** Whatever comes when, and whatever is restored: each byte of each file goes to one reader, once. */
    @Seeds(2_000)
    void everyByteIsGivenOutOnce(long seed) throws Exception {
        Random random = new Random(seed);
        FileSettings settings = (random.nextBoolean() ? BOUNDED : CONTINUOUS).withSplitBytes(1 + random.nextInt(30));
        world = new World(settings, null);
        Map<InputFile, Set<Long>> given = new HashMap<>();
        byte[] state = world.snapshot();
        Map<InputFile, Set<Long>> givenAtSnapshot = new HashMap<>();
        Set<InputFile> foundAtSnapshot = new HashSet<>();
        for (int event = random.nextInt(80); event > 0; event--) {
            switch (random.nextInt(8)) {
                case 0, 1 -> folder.add("/in/" + random.nextInt(1_000) + "-" + event, 1 + random.nextInt(100));
                case 2 -> world.finishCalls();
                case 3, 4, 5 -> world.enumerator.onSplitRequest(random.nextInt(READERS));
                case 6 -> {
                    world.takeGiven(given);
                    state = world.snapshot();
                    givenAtSnapshot = copy(given);
                    foundAtSnapshot = new HashSet<>(world.found);
                }
                default -> {
                    world = new World(settings, state);
                    world.found.addAll(foundAtSnapshot);
                    given = copy(givenAtSnapshot);
                }
            }
        }
        world.finishCalls();
        while (!world.state().pending().isEmpty()) {
            world.enumerator.onSplitRequest(random.nextInt(READERS));
        }
        world.takeGiven(given);

        Map<InputFile, Long> bytes = new HashMap<>();
        given.forEach((file, offsets) -> bytes.put(file, (long) offsets.size()));
        Map<InputFile, Long> expected = new HashMap<>();
        world.found.forEach(file -> expected.put(file, file.sizeBytes()));
        assertThat(bytes).isEqualTo(expected);
        if (settings.discoveryInterval() != null) {
            assertThat(world.found).containsExactlyInAnyOrderElementsOf(folder.files.values());
        }
    }

    private static Map<InputFile, Set<Long>> copy(Map<InputFile, Set<Long>> given) {
        Map<InputFile, Set<Long>> copy = new HashMap<>();
        given.forEach((file, offsets) -> copy.put(file, new HashSet<>(offsets)));
        return copy;
    }

    /** The files there are. */
    private static final class Folder implements FileFinder {
        private final TreeMap<String, InputFile> files = new TreeMap<>();
        private @Nullable RuntimeException failure;

        void add(String path, long size) {
            add(new InputFile(path, size, 1, 1, Compression.NONE));
        }

        void add(InputFile file) {
            files.put(file.path(), file);
        }

        @Override
        public Found find(Set<String> known) {
            if (failure != null) {
                throw failure;
            }
            List<InputFile> fresh = new ArrayList<>(files.values());
            fresh.removeIf(file -> known.contains(file.path()));
            return new Found(List.of(new Listing(Path.of("/in"), new TreeSet<>(files.keySet()))), fresh);
        }
    }

    /** One attempt of an enumerator; its calls are made when the test says so. */
    private final class World implements EnumeratorContext<FileSplit> {
        private final FileDiscoveryCodec codec = new FileDiscoveryCodec();
        private final List<Runnable> calls = new ArrayList<>();
        private final List<String> log = new ArrayList<>();
        private final Map<Integer, List<FileSplit>> given = new HashMap<>();
        private final Set<InputFile> found = new HashSet<>();
        private final FileEnumerator enumerator;

        World(FileSettings settings, byte @Nullable [] restored) {
            try {
                FileDiscovery state = restored == null ? null : codec.decode(restored);
                enumerator = new FileEnumerator(this, this::find, settings, state);
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
            enumerator.start();
        }

        /** Makes the calls that are waiting; periodic ones wait again. */
        void finishCalls() {
            List<Runnable> now = new ArrayList<>(calls);
            calls.clear();
            now.forEach(Runnable::run);
        }

        private FileFinder.Found find(Set<String> known) {
            FileFinder.Found look = folder.find(known);
            found.addAll(look.fresh());
            return look;
        }

        FileDiscovery state() {
            return enumerator.snapshot(1);
        }

        byte[] snapshot() throws Exception {
            return codec.encode(state());
        }

        List<FileSplit> givenTo(int reader) {
            return given.getOrDefault(reader, List.of());
        }

        void takeGiven(Map<InputFile, Set<Long>> into) {
            for (List<FileSplit> splits : given.values()) {
                for (FileSplit split : splits) {
                    Set<Long> offsets = into.computeIfAbsent(split.file(), file -> new HashSet<>());
                    for (long offset = split.start(); offset < split.end(); offset++) {
                        assertThat(offsets.add(offset))
                                .as("%s at %d is new", split, offset)
                                .isTrue();
                    }
                }
                splits.clear();
            }
        }

        @Override
        public int parallelism() {
            return READERS;
        }

        @Override
        public void assign(int subtaskIndex, List<FileSplit> splits) {
            for (FileSplit split : splits) {
                given.computeIfAbsent(subtaskIndex, index -> new ArrayList<>()).add(split);
                log.add(subtaskIndex + ": " + split.file().path() + "[" + split.start() + "," + split.end() + ")");
            }
        }

        @Override
        public void noMoreSplits(int subtaskIndex) {
            log.add(subtaskIndex + ": no more");
        }

        @Override
        public <R> void callAsync(Callable<R> work, AsyncHandler<R> handler) {
            calls.add(() -> call(work, handler));
        }

        @Override
        public <R> void callPeriodically(Duration period, Callable<R> work, AsyncHandler<R> handler) {
            calls.add(() -> {
                call(work, handler);
                callPeriodically(period, work, handler);
            });
        }

        private <R> void call(Callable<R> work, AsyncHandler<R> handler) {
            try {
                R result = null;
                Exception failure = null;
                try {
                    result = work.call();
                } catch (Exception thrown) {
                    failure = thrown;
                }
                handler.onDone(result, failure);
            } catch (RuntimeException thrown) {
                throw thrown;
            } catch (Exception thrown) {
                throw new IllegalStateException(thrown);
            }
        }
    }
}
