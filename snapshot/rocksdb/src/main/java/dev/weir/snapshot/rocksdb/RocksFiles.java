package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/**
 * Files of databases on local disk, of one old subtask or several, to be read or to open a database with. Nothing in their
 * folders is changed. One thread at a time.
 */
final class RocksFiles implements RestoredKeyedState {

    private final List<Part> parts;
    private final KeyGroupRange wanted;
    private final Object keeper;
    private final ClassLoader loader;
    private final long memoryBytes;

    /**
     * The files of one old subtask.
     *
     * @param names in checkpoints, by the name in the folder; of files that never change
     */
    record Part(Path folder, FilesIndex index, List<KeyedStateIndex> states, Map<String, String> names) {

        Part {
            states = List.copyOf(states);
            names = Map.copyOf(names);
        }

        /** The state of a name; null where the subtask had none. */
        @Nullable
        KeyedStateIndex state(String name) {
            return states.stream()
                    .filter(state -> state.name().equals(name))
                    .findFirst()
                    .orElse(null);
        }

        /** How many key groups it has in common with others. */
        int share(KeyGroupRange others) {
            return index.groups().intersect(others).size();
        }

        /** Makes another folder with the same database, which may then be changed. */
        void linkTo(Path target) throws IOException {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Path copy = target.resolve(file.getFileName());
                    if (file.toString().endsWith(DatabaseFiles.ROWS)) {
                        Files.createLink(copy, file);
                    } else {
                        Files.copy(file, copy);
                    }
                }
            }
        }
    }

    /**
     * Files that stay as long as this is used.
     *
     * @param wanted the key groups that are read
     * @param keeper keeps the files while it is reachable
     */
    RocksFiles(List<Part> parts, KeyGroupRange wanted, Object keeper, ClassLoader loader, long memoryBytes) {
        this.parts = parts.stream()
                .sorted(Comparator.comparingInt(part -> part.index().firstGroup()))
                .toList();
        this.wanted = wanted;
        this.keeper = keeper;
        this.loader = loader;
        this.memoryBytes = memoryBytes;
    }

    /** Those of a view of this process. */
    static RocksFiles of(
            FrozenFiles files, Settlement settlement, Object keeper, ClassLoader loader, long memoryBytes) {
        Map<String, String> names = new HashMap<>();
        files.files().stream()
                .filter(file -> file.name().endsWith(DatabaseFiles.ROWS))
                .forEach(file -> names.put(file.path().getFileName().toString(), file.name()));
        List<KeyedStateIndex> states =
                settlement.states().stream().map(FrozenState::index).toList();
        FilesIndex index = settlement.filesIndex();
        return new RocksFiles(
                List.of(new Part(files.linked(), index, states, names)), index.groups(), keeper, loader, memoryBytes);
    }

    List<Part> parts() {
        return parts;
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        parts.forEach(part -> part.states().forEach(state -> names.add(state.name())));
        return names;
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        try {
            for (Part part : parts) {
                KeyedStateIndex state = part.state(reader.name());
                if (state != null && part.share(wanted) > 0) {
                    replay(part, state, reader, sink);
                }
            }
        } finally {
            Reference.reachabilityFence(keeper);
        }
    }

    private void replay(Part part, KeyedStateIndex state, StateMeta reader, KeyedStateSink sink) throws IOException {
        NativeDb db = NativeDb.openToRead(part.folder(), memoryBytes);
        try {
            new RowReader(db, null, loader)
                    .push(source(db, part, state, reader), part.index().groups().intersect(wanted), sink);
        } finally {
            db.close();
        }
    }

    /** What is needed to read a state of a part from its database, as it is declared now. */
    static RowReader.Source source(NativeDb db, Part part, KeyedStateIndex state, StateMeta reader) {
        FilesIndex.State stored = part.index().state(state.name());
        ColumnFamilyHandle family = Objects.requireNonNull(db.families().get(stored.family()));
        StateMeta asStored =
                new StateMeta(state.name(), state.kind(), state.namespace(), reader.valueTypes(), state.timeToLive());
        int[] counts = stored.counts().stream().mapToInt(count -> count).toArray();
        return new RowReader.Source(
                asStored, family, state.values(), state.keys(), part.index().firstGroup(), counts);
    }
}
