package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.NativeSnapshot;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.state.StateKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A small native backend: a log of changes to a map of longs, in files that never change, and a list of those files that is
 * new in each snapshot. Now and then all is merged into one file.
 */
final class LogOfFiles implements StateBackend {

    static final String NAME = "log";
    static final StateMeta META = new StateMeta("sum", StateKind.LONG, NamespaceKind.NONE, List.of());
    private static final String LIST = "LIST";
    private static final int MOST_FILES = 4;

    private final Path folder;

    LogOfFiles(Path folder) {
        this.folder = folder;
    }

    /** One database. */
    final class Database {
        private final String name = UUID.randomUUID().toString();
        private final TreeMap<Long, Long> content;
        private final TreeMap<Long, Long> changes = new TreeMap<>();
        private final List<Path> files = new ArrayList<>();
        private int made;

        Database(Map<Long, Long> content) {
            this.content = new TreeMap<>(content);
            this.changes.putAll(content);
        }

        void put(long key, long value) {
            content.put(key, value);
            changes.put(key, value);
        }

        Map<Long, Long> content() {
            return new TreeMap<>(content);
        }

        Frozen freeze() throws IOException {
            if (files.size() == MOST_FILES) {
                files.clear();
                changes.putAll(content);
            }
            if (!changes.isEmpty()) {
                files.add(write(name + "-" + made++, lines(changes)));
                changes.clear();
            }
            List<String> names =
                    files.stream().map(file -> file.getFileName().toString()).toList();
            return new Frozen(content(), List.copyOf(files), write(name + "-list-" + made++, String.join("\n", names)));
        }
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String lines(Map<Long, Long> entries) {
        StringBuilder text = new StringBuilder();
        entries.forEach((key, value) -> text.append(key)
                .append('=')
                .append(value)
                .append(" ".repeat(500))
                .append('\n'));
        return text.toString();
    }

    /** A frozen view of a database. */
    record Frozen(Map<Long, Long> content, List<Path> parts, Path list) implements NativeSnapshot {

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
            push(content, Keyed.MAX_PARALLELISM, sink);
        }

        @Override
        public RestoredKeyedState asRestored() {
            return new Read(content, Keyed.MAX_PARALLELISM);
        }

        @Override
        public long heapBytes() {
            return 0;
        }

        @Override
        public void release() {}
    }

    private static void push(Map<Long, Long> content, int maxParallelism, KeyedStateSink sink) throws IOException {
        sink.state(META);
        Map<Integer, TreeMap<Long, Long>> groups = new TreeMap<>();
        content.forEach((key, value) -> groups.computeIfAbsent(
                        KeyGroups.keyGroupOf(StableHash.hashOf(key), maxParallelism), added -> new TreeMap<>())
                .put(key, value));
        for (Map.Entry<Integer, TreeMap<Long, Long>> group : groups.entrySet()) {
            sink.keyGroup(group.getKey(), group.getValue().size());
            for (Map.Entry<Long, Long> entry : group.getValue().entrySet()) {
                sink.entry(entry.getKey(), null, entry.getValue());
            }
        }
    }

    /** What was read from files. */
    record Read(Map<Long, Long> content, int maxParallelism) implements RestoredKeyedState {
        @Override
        public Set<String> names() {
            return Set.of(META.name());
        }

        @Override
        public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
            push(content, maxParallelism, sink);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public KeyedStateBackend open(KeyedStateSpec spec) {
        throw new UnsupportedOperationException("it is only written and read");
    }

    @Override
    public RestoredKeyedState restore(KeyedStateSpec target, List<NativePart> parts) throws IOException {
        TreeMap<Long, Long> content = new TreeMap<>();
        for (NativePart part : parts) {
            Path into = Files.createTempDirectory(folder, "read");
            Map<String, Path> fetched = new TreeMap<>();
            for (NativeFile file : part.index().files()) {
                Path copy = into.resolve(file.name());
                part.fetch().copy(file, copy);
                fetched.put(file.name(), copy);
            }
            for (String name : Files.readAllLines(fetched.get(LIST))) {
                addAll(content, Files.readString(fetched.get(name), StandardCharsets.UTF_8));
            }
        }
        content.keySet()
                .removeIf(key -> !target.groups()
                        .contains(KeyGroups.keyGroupOf(StableHash.hashOf(key), target.maxParallelism())));
        return new Read(content, target.maxParallelism());
    }

    private static void addAll(Map<Long, Long> content, String text) {
        text.lines().forEach(line -> {
            int at = line.indexOf('=');
            content.put(
                    Long.valueOf(line.substring(0, at)),
                    Long.valueOf(line.substring(at + 1).strip()));
        });
    }

    @Override
    public void close() {}
}
