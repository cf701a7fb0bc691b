package dev.weir.engine.job;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.NativeSnapshot;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.StateKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The keyed state of one subtask, a long per key: of even subtasks in a heap backend, of odd ones in files of a native one,
 * which writes what changed into a new file, and a list of its files with each snapshot.
 */
final class KeyedParts {

    private static final int MAX_PARALLELISM = 127;
    private static final int PARALLELISM = 2;
    private static final int KEYS = 200;
    private static final String NAME = "log";
    private static final String LIST = "LIST";
    private static final StateMeta META = new StateMeta("sum", StateKind.LONG, NamespaceKind.NONE, List.of());

    private final SubtaskId subtask;
    private final Path local;
    private final TreeMap<Long, Long> content;
    private final TreeMap<Long, RestoredKeyedState> versions = new TreeMap<>();

    private final @Nullable HeapStateBackend heap;
    private final @Nullable LongState sum;

    private final String database = UUID.randomUUID().toString();
    private final TreeMap<Long, Long> changes = new TreeMap<>();
    private final List<Path> files = new ArrayList<>();
    private int made;

    private KeyedParts(SubtaskId subtask, Path local, RestoredKeyedState restored) throws IOException {
        this.subtask = subtask;
        this.local = local;
        this.content = new TreeMap<>(contentOf(restored));
        if (subtask.index() % 2 == 0) {
            heap = new HeapStateBackend(groupsOf(subtask), MAX_PARALLELISM, restored);
            sum = heap.state(LongStateDescriptor.of(META.name()));
        } else {
            heap = null;
            sum = null;
            changes.putAll(content);
        }
    }

    static KeyedParts empty(SubtaskId subtask, Path local) throws IOException {
        return new KeyedParts(subtask, local, RestoredKeyedState.EMPTY);
    }

    static KeyedParts restored(SubtaskId subtask, Path local, RestoredSubtask restored) throws IOException {
        return new KeyedParts(
                subtask, local, Objects.requireNonNull(restored.operator("sum")).keyed());
    }

    private static KeyGroupRange groupsOf(SubtaskId subtask) {
        return KeyGroups.rangeOf(subtask.index(), PARALLELISM, MAX_PARALLELISM);
    }

    private static int groupOf(long key) {
        return KeyGroups.keyGroupOf(StableHash.hashOf(key), MAX_PARALLELISM);
    }

    private static Map<Long, Long> contentOf(RestoredKeyedState restored) throws IOException {
        TreeMap<Long, Long> content = new TreeMap<>();
        if (restored.names().contains(META.name())) {
            restored.replay(META, new KeyedStateSink() {
                @Override
                public void state(StateMeta meta) {}

                @Override
                public void keyGroup(int keyGroup, int entries) {}

                @Override
                public void entry(Object key, @Nullable Object namespace, Object value) {
                    content.put((Long) key, (Long) value);
                }
            });
        }
        return content;
    }

    Map<Long, Long> content() {
        return new TreeMap<>(content);
    }

    void change(Random random) {
        for (int i = random.nextInt(4); i > 0; i--) {
            long key = random.nextInt(KEYS);
            if (groupsOf(subtask).contains(groupOf(key))) {
                put(key, random.nextInt(1000));
            }
        }
    }

    private void put(long key, long value) {
        content.put(key, value);
        if (heap == null || sum == null) {
            changes.put(key, value);
        } else {
            heap.setCurrentKey(key, KeyGroups.murmur(StableHash.hashOf(key)), groupOf(key));
            sum.update(value);
        }
    }

    SubtaskSnapshot freeze(long checkpointId) throws IOException {
        KeyedSnapshot frozen = heap == null ? freezeFiles() : heap.freeze();
        versions.put(checkpointId, frozen.asRestored());
        return new SubtaskSnapshot(List.of(new OperatorSnapshot("sum", frozen, Map.of(), 0, false)));
    }

    private Frozen freezeFiles() throws IOException {
        if (!changes.isEmpty()) {
            StringBuilder lines = new StringBuilder();
            changes.forEach(
                    (key, value) -> lines.append(key).append('=').append(value).append('\n'));
            files.add(Files.writeString(local.resolve(database + "-" + made++), lines));
            changes.clear();
        }
        List<String> names =
                files.stream().map(file -> file.getFileName().toString()).toList();
        Path list = Files.writeString(local.resolve(database + "-list-" + made++), String.join("\n", names));
        return new Frozen(content(), List.copyOf(files), list);
    }

    boolean canRollBackTo(long checkpointId) {
        return heap != null && versions.containsKey(checkpointId);
    }

    KeyedParts rolledBackTo(long checkpointId) throws IOException {
        return new KeyedParts(subtask, local, Objects.requireNonNull(versions.get(checkpointId)));
    }

    void completed(long checkpointId) {
        versions.headMap(checkpointId).clear();
    }

    private static void push(Map<Long, Long> content, KeyedStateSink sink) throws IOException {
        sink.state(META);
        Map<Integer, TreeMap<Long, Long>> groups = new TreeMap<>();
        content.forEach((key, value) ->
                groups.computeIfAbsent(groupOf(key), added -> new TreeMap<>()).put(key, value));
        for (Map.Entry<Integer, TreeMap<Long, Long>> group : groups.entrySet()) {
            sink.keyGroup(group.getKey(), group.getValue().size());
            for (Map.Entry<Long, Long> entry : group.getValue().entrySet()) {
                sink.entry(entry.getKey(), null, entry.getValue());
            }
        }
    }

    private record Read(Map<Long, Long> content) implements RestoredKeyedState {
        @Override
        public Set<String> names() {
            return Set.of(META.name());
        }

        @Override
        public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
            push(content, sink);
        }
    }

    private record Frozen(Map<Long, Long> content, List<Path> parts, Path list) implements NativeSnapshot {

        @Override
        public String backend() {
            return NAME;
        }

        @Override
        public int formatVersion() {
            return 1;
        }

        @Override
        public List<KeyedStateIndex> states() {
            return List.of(new KeyedStateIndex(
                    META.name(),
                    META.kind(),
                    META.namespace(),
                    TimeToLive.NONE,
                    List.of(),
                    Schema.EMPTY,
                    Schema.EMPTY,
                    List.of()));
        }

        @Override
        public List<LocalFile> files() {
            List<LocalFile> all = new ArrayList<>();
            parts.forEach(
                    part -> all.add(new LocalFile(part.getFileName().toString(), part, Reuse.SAME_NAME_SAME_CONTENT)));
            all.add(new LocalFile(LIST, list, Reuse.NEVER));
            return all;
        }

        @Override
        public void writeTo(KeyedStateSink sink) throws IOException {
            push(content, sink);
        }

        @Override
        public RestoredKeyedState asRestored() {
            return new Read(content);
        }

        @Override
        public long heapBytes() {
            return 0;
        }

        @Override
        public void release() {}
    }

    /** Reads the native files. */
    record Backend(Path local) implements StateBackend {

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public KeyedStateBackend open(KeyedStateSpec spec) {
            throw new UnsupportedOperationException("it is only read");
        }

        @Override
        public RestoredKeyedState restore(KeyedStateSpec target, List<NativePart> parts) throws IOException {
            TreeMap<Long, Long> content = new TreeMap<>();
            for (NativePart part : parts) {
                Path into = Files.createTempDirectory(local, "read");
                for (NativeFile file : part.index().files()) {
                    part.fetch().copy(file, into.resolve(file.name()));
                }
                for (String name : Files.readAllLines(into.resolve(LIST))) {
                    addAll(content, into.resolve(name));
                }
            }
            content.keySet().removeIf(key -> !target.groups().contains(groupOf(key)));
            return new Read(content);
        }

        private static void addAll(Map<Long, Long> content, Path file) {
            try {
                for (String line : Files.readAllLines(file)) {
                    int at = line.indexOf('=');
                    content.put(Long.valueOf(line.substring(0, at)), Long.valueOf(line.substring(at + 1)));
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void close() {}
    }
}
