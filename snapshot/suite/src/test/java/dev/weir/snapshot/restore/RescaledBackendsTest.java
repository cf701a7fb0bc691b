package dev.weir.snapshot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.TimerQueue;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.plugin.HeapBackend;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.TestedBackend;
import dev.weir.snapshot.segment.NativeReads;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random states and timers of a backend go through savepoints and through checkpoints, which refer to earlier ones and may
 * have the backend's own files, to other parallelisms, max parallelisms and backends, three times over: the multiset of
 * (key, namespace, value) and of timers is kept, and each subtask holds its own key groups only.
 */
class RescaledBackendsTest {

    private static final String UID = "op";
    private static final int MOST_SUBTASKS = 6;

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "j", 0, getClass().getClassLoader());
    private long checkpointId;

    /** A key that is kept as an object. */
    record Seat(String row, int number) {}

    /** The keyed state of one subtask with its handles. */
    private record Part(
            KeyGroupRange groups,
            KeyedStateBackend backend,
            LongState count,
            ListState<String> list,
            MapState<String, Long> map,
            LongNamespaced<LongState> panes,
            TimerQueue timers) {

        static Part open(
                StateBackend stateBackend, KeyGroupRange groups, int maxParallelism, RestoredKeyedState restored)
                throws IOException {
            KeyedStateBackend backend =
                    stateBackend.open(new KeyedStateSpec(UID, 0, 1, groups, maxParallelism, restored, () -> 0L));
            return new Part(
                    groups,
                    backend,
                    backend.state(LongStateDescriptor.of("count")),
                    backend.state(ListStateDescriptor.of("list", String.class)),
                    backend.state(MapStateDescriptor.of("map", String.class, Long.class)),
                    backend.namespaced(LongStateDescriptor.of("panes")),
                    backend.timers("timers"));
        }

        void change(Random random, Object key, int maxParallelism) throws Exception {
            int hash = KeyGroups.murmur(StableHash.hashOf(key));
            backend.setCurrentKey(key, 0, 0, hash, hash % maxParallelism);
            switch (random.nextInt(6)) {
                case 0 -> count.add(random.nextInt(9) + 1);
                case 1 -> list.add("v" + random.nextInt(100));
                case 2 -> map.put("m" + random.nextInt(5), random.nextLong());
                case 3 -> panes.at(random.nextInt(4) * 10L).add(1);
                case 4 -> list.clear();
                default -> timers.register(random.nextInt(50), random.nextInt(3));
            }
        }
    }

    private static Object randomKey(Random random) {
        int number = random.nextInt(40);
        return switch (random.nextInt(3)) {
            case 0 -> (long) number;
            case 1 -> "key-" + number;
            default -> new Seat("row", number);
        };
    }

    @Seeds(500)
    void theMultisetsAreKeptAndEachSubtaskHasItsOwnGroups(long seed) throws Exception {
        Random random = new Random(seed);
        int maxParallelism = 1 + random.nextInt(40);
        List<Part> parts = open(random, drawParallelism(random, maxParallelism), maxParallelism, null);
        for (int step = 0; step < 3; step++) {
            Manifest manifest = random.nextBoolean()
                    ? savepoint(random, parts, maxParallelism)
                    : checkpoint(random, parts, maxParallelism);
            Map<String, Integer> before = multiset(parts, maxParallelism);
            parts.forEach(part -> part.backend.close());
            int raised = maxParallelism * (2 + random.nextInt(2));
            maxParallelism =
                    random.nextBoolean() ? maxParallelism : random.nextBoolean() ? raised : 1 + random.nextInt(60);
            int parallelism = random.nextInt(3) == 0
                    ? Math.min(parts.size(), maxParallelism)
                    : drawParallelism(random, maxParallelism);
            parts = open(random, parallelism, maxParallelism, manifest);
            assertThat(multiset(parts, maxParallelism)).isEqualTo(before);
        }
    }

    private static int drawParallelism(Random random, int maxParallelism) {
        return Math.min(1 + random.nextInt(MOST_SUBTASKS), maxParallelism);
    }

    private static void change(Random random, List<Part> parts, int maxParallelism) throws Exception {
        for (int i = random.nextInt(150); i > 0; i--) {
            Object key = randomKey(random);
            int group = KeyGroups.keyGroupOf(StableHash.hashOf(key), maxParallelism);
            parts.get(KeyGroups.subtaskOf(group, parts.size(), maxParallelism)).change(random, key, maxParallelism);
        }
    }

    /** The tested one, or now and then the heap. */
    private static StateBackend drawBackend(Random random) {
        return random.nextInt(4) == 0 ? HeapBackend.INSTANCE : TestedBackend.current();
    }

    private List<Part> open(Random random, int parallelism, int maxParallelism, @Nullable Manifest manifest)
            throws IOException {
        OperatorTarget target = new OperatorTarget(UID, parallelism, maxParallelism, OperatorTarget.Origin.EXPLICIT);
        RestorePlan plan = manifest == null
                ? null
                : RestorePlan.of(
                        manifest,
                        List.of(new ChainTarget(0, List.of(target))),
                        RestoreOptions.DEFAULT.withMaxParallelism(maxParallelism));
        StateBackend backend = drawBackend(random);
        NativeReads reads = new NativeReads(name -> TestedBackend.current(), 1, () -> 0L);
        List<Part> parts = new ArrayList<>();
        for (int index = 0; index < parallelism; index++) {
            RestoredKeyedState restored = plan == null
                    ? RestoredKeyedState.EMPTY
                    : Objects.requireNonNull(
                                    files.read(plan.slice(0, index), reads).operator(UID))
                            .keyed();
            KeyGroupRange groups = KeyGroups.rangeOf(index, parallelism, maxParallelism);
            Part part = Part.open(backend, groups, maxParallelism, restored);
            assertThat(part.backend.unclaimed()).isEmpty();
            parts.add(part);
        }
        return parts;
    }

    private Manifest savepoint(Random random, List<Part> parts, int maxParallelism) throws Exception {
        change(random, parts, maxParallelism);
        checkpointId++;
        List<SubtaskStateHandle> handles = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            handles.add(files.write(target(parts, i, maxParallelism), frozen(parts.get(i))));
        }
        return manifest(Manifest.Kind.SAVEPOINT, parts, handles, maxParallelism);
    }

    /** The last of one to three checkpoints in a row. */
    private Manifest checkpoint(Random random, List<Part> parts, int maxParallelism) throws Exception {
        List<@Nullable SnapshotBase> bases = new ArrayList<>(Collections.nCopies(parts.size(), null));
        for (int rounds = 1 + random.nextInt(3); rounds > 0; rounds--) {
            change(random, parts, maxParallelism);
            checkpointId++;
            for (int i = 0; i < parts.size(); i++) {
                SubtaskSnapshot frozen = frozen(parts.get(i));
                if (random.nextBoolean()) {
                    change(random, parts, maxParallelism);
                }
                if (random.nextInt(8) == 0) {
                    frozen.release(); // given up: nothing of it may be missing in the next one
                    frozen = frozen(parts.get(i));
                }
                bases.set(i, files.writeCheckpoint(target(parts, i, maxParallelism), frozen, bases.get(i)));
            }
        }
        // What came while the last one was written isn't in it: it is taken once more, with nothing in between.
        checkpointId++;
        List<SubtaskStateHandle> handles = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            SnapshotTarget target = target(parts, i, maxParallelism);
            handles.add(files.writeCheckpoint(target, frozen(parts.get(i)), bases.get(i))
                    .handle());
        }
        return manifest(Manifest.Kind.CHECKPOINT, parts, handles, maxParallelism);
    }

    private static SubtaskSnapshot frozen(Part part) {
        return new SubtaskSnapshot(List.of(new OperatorSnapshot(UID, part.backend.freeze(), Map.of(), 0, false)));
    }

    private SnapshotTarget target(List<Part> parts, int index, int maxParallelism) {
        return new SnapshotTarget(checkpointId, 1, 1, 0, index, parts.size(), maxParallelism);
    }

    private Manifest manifest(
            Manifest.Kind kind, List<Part> parts, List<SubtaskStateHandle> handles, int maxParallelism) {
        List<SubtaskEntry> entries = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            entries.add(new SubtaskEntry(0, i, List.of(UID), handles.get(i)));
        }
        Map<String, OperatorScale> scales = Map.of(UID, new OperatorScale(parts.size(), maxParallelism));
        return new Manifest(1, "j", "L", null, checkpointId, 1, 1, kind, 0, "n", scales, Map.of(), entries);
    }

    private static Map<String, Integer> multiset(List<Part> parts, int maxParallelism) throws IOException {
        Map<String, Integer> multiset = new HashMap<>();
        for (Part part : parts) {
            KeyedSnapshot frozen = part.backend.freeze();
            frozen.writeTo(new Collecting(part.groups, maxParallelism, multiset));
            frozen.release();
        }
        return multiset;
    }

    /** Adds what a subtask holds to a multiset; refuses what isn't the subtask's. */
    private static final class Collecting implements KeyedStateSink {
        private final KeyGroupRange groups;
        private final int maxParallelism;
        private final Map<String, Integer> multiset;
        private String state = "";
        private int keyGroup;

        Collecting(KeyGroupRange groups, int maxParallelism, Map<String, Integer> multiset) {
            this.groups = groups;
            this.maxParallelism = maxParallelism;
            this.multiset = multiset;
        }

        @Override
        public void state(StateMeta meta) {
            state = meta.name();
        }

        @Override
        public void keyGroup(int group, int entries) {
            assertThat(groups.contains(group)).isTrue();
            keyGroup = group;
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            assertThat(KeyGroups.keyGroupOf(StableHash.hashOf(key), maxParallelism))
                    .isEqualTo(keyGroup);
            multiset.merge(state + "/" + key + "/" + namespace + "/" + value, 1, Integer::sum);
        }
    }
}
