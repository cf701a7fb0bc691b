package dev.weir.snapshot.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.segment.FakeKeyedSnapshot;
import dev.weir.snapshot.segment.FakeKeyedSnapshot.Entry;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * State written at one parallelism and read at others, and with key groups counted anew, twice over: nothing is lost,
 * doubled or misplaced.
 */
class RescaleTest {

    private static final StateMeta COUNTS = new StateMeta("counts", StateKind.LONG, NamespaceKind.LONG, List.of());
    private static final StateMeta NAMES =
            new StateMeta("names", StateKind.LIST, NamespaceKind.NONE, List.of(TypeHint.of(String.class)));
    private static final StateMeta TIMERS = new StateMeta("timers", StateKind.TIMER, NamespaceKind.LONG, List.of());
    private static final List<StateMeta> STATES = List.of(COUNTS, NAMES, TIMERS);

    private final CheckpointStorage storage = new MemoryStorage();
    private long checkpointId = 1;

    /** One subtask's state. */
    private static final class Subtask {
        private final FakeKeyedSnapshot keyed = new FakeKeyedSnapshot();
        private final List<byte[]> split = new ArrayList<>();
        private long eventTime = Long.MIN_VALUE;
    }

    @Seeds(600)
    void theMultisetIsKeptAndEverySubtaskHasOnlyItsGroups(long seed) throws IOException {
        Random random = new Random(seed);
        int maxParallelism = 1 + random.nextInt(40);
        List<Subtask> written = randomSubtasks(random, maxParallelism);
        List<Subtask> before = written;
        for (int step = 0; step < 2; step++) {
            List<Subtask> after = new ArrayList<>();
            int stored = maxParallelism;
            maxParallelism = anotherMaxParallelism(random, stored);
            int parallelism = 1 + random.nextInt(maxParallelism);
            SnapshotFiles files = new SnapshotFiles(
                    storage, "j", random.nextBoolean() ? 0 : 1 << 20, getClass().getClassLoader());
            RestorePlan plan = plan(write(files, before, stored), parallelism, maxParallelism);
            for (int index = 0; index < parallelism; index++) {
                Subtask subtask = read(files, plan, index, KeyGroups.rangeOf(index, parallelism, maxParallelism));
                requireInGroups(subtask, maxParallelism);
                after.add(subtask);
            }
            requireSame(before, after);
            before = after;
        }
    }

    /** As it was, raised by a factor, lowered by one, or any other. */
    private static int anotherMaxParallelism(Random random, int stored) {
        return switch (random.nextInt(4)) {
            case 0 -> stored;
            case 1 -> stored * (2 + random.nextInt(3));
            case 2 -> Math.max(1, stored / (2 + random.nextInt(3)));
            default -> 1 + random.nextInt(60);
        };
    }

    private static void requireInGroups(Subtask subtask, int maxParallelism) {
        for (StateMeta state : STATES) {
            subtask.keyed.groups(state).forEach((group, entries) -> {
                assertThat(entries).isNotEmpty();
                assertThat(entries)
                        .allMatch(entry ->
                                KeyGroups.keyGroupOf(Long.hashCode((Long) entry.key()), maxParallelism) == group);
            });
        }
    }

    private static List<Subtask> randomSubtasks(Random random, int maxParallelism) {
        int parallelism = 1 + random.nextInt(maxParallelism);
        List<Subtask> subtasks = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            Subtask subtask = new Subtask();
            subtask.eventTime = random.nextInt(100);
            for (int e = random.nextInt(4); e > 0; e--) {
                subtask.split.add(new byte[] {(byte) i, (byte) e});
            }
            subtasks.add(subtask);
        }
        for (long key = random.nextInt(60); key > 0; key--) {
            int group = KeyGroups.keyGroupOf(Long.hashCode(key), maxParallelism);
            FakeKeyedSnapshot keyed = subtasks.get(KeyGroups.subtaskOf(group, parallelism, maxParallelism)).keyed;
            keyed.add(COUNTS, group, new Entry(key, random.nextLong(), random.nextLong()));
            keyed.add(TIMERS, group, new Entry(key, 0L, (long) random.nextInt()));
            keyed.add(NAMES, group, new Entry(key, null, List.of("n" + key, "m")));
        }
        return subtasks;
    }

    private Manifest write(SnapshotFiles files, List<Subtask> subtasks, int maxParallelism) throws IOException {
        checkpointId++;
        List<SubtaskEntry> entries = new ArrayList<>();
        for (int i = 0; i < subtasks.size(); i++) {
            Subtask subtask = subtasks.get(i);
            OperatorStateBlock split = new OperatorStateBlock(Redistribution.SPLIT, subtask.split);
            OperatorSnapshot operator =
                    new OperatorSnapshot("op", subtask.keyed, Map.of("split", split), subtask.eventTime, false);
            SnapshotTarget target = new SnapshotTarget(checkpointId, 1, 1, 0, i, subtasks.size(), maxParallelism);
            entries.add(
                    new SubtaskEntry(0, i, List.of("op"), files.write(target, new SubtaskSnapshot(List.of(operator)))));
        }
        return new Manifest(
                1,
                "j",
                "L",
                null,
                checkpointId,
                1,
                1,
                Manifest.Kind.CHECKPOINT,
                0,
                "n",
                Map.of("op", new OperatorScale(subtasks.size(), maxParallelism)),
                Map.of(),
                entries);
    }

    private static RestorePlan plan(Manifest manifest, int parallelism, int maxParallelism) {
        OperatorTarget target = new OperatorTarget("op", parallelism, maxParallelism, OperatorTarget.Origin.EXPLICIT);
        return RestorePlan.of(
                manifest,
                List.of(new ChainTarget(3, List.of(target))),
                RestoreOptions.DEFAULT.withMaxParallelism(maxParallelism));
    }

    private static Subtask read(SnapshotFiles files, RestorePlan plan, int index, KeyGroupRange owned)
            throws IOException {
        SubtaskSlice slice = plan.slice(3, index);
        assertThat(slice.folder()).startsWith(CheckpointFolders.name(0).substring(0, 4));
        RestoredOperator restored = Objects.requireNonNull(files.read(slice).operator("op"));
        Subtask subtask = new Subtask();
        subtask.eventTime = restored.eventTime();
        subtask.split.addAll(restored.operatorState().getOrDefault("split", List.of()));
        for (StateMeta state : STATES) {
            if (restored.keyed().names().contains(state.name())) {
                restored.keyed().replay(state, subtask.keyed);
                assertThat(subtask.keyed.groups(state).keySet()).allMatch(owned::contains);
            }
        }
        return subtask;
    }

    private static void requireSame(List<Subtask> before, List<Subtask> after) {
        for (StateMeta state : STATES) {
            assertThat(multiset(after, state)).isEqualTo(multiset(before, state));
        }
        assertThat(elements(after)).isEqualTo(elements(before));
        List<Integer> sizes =
                after.stream().map(subtask -> subtask.split.size()).toList();
        if (before.size() == after.size()) {
            assertThat(sizes).isEqualTo(before.stream().map(s -> s.split.size()).toList());
        } else {
            int smallest = sizes.stream().mapToInt(i -> i).min().orElse(0);
            assertThat(sizes).allMatch(size -> size - smallest <= 1);
        }
        long least = before.stream().mapToLong(s -> s.eventTime).min().orElse(0);
        assertThat(after.stream().mapToLong(s -> s.eventTime).min()).hasValue(least);
    }

    private static Map<Entry, Integer> multiset(List<Subtask> subtasks, StateMeta state) {
        Map<Entry, Integer> multiset = new HashMap<>();
        Map<Integer, Integer> owners = new HashMap<>();
        for (int i = 0; i < subtasks.size(); i++) {
            for (Map.Entry<Integer, List<Entry>> group :
                    subtasks.get(i).keyed.groups(state).entrySet()) {
                assertThat(owners.put(group.getKey(), i))
                        .as("a group has one owner")
                        .isNull();
                group.getValue().forEach(entry -> multiset.merge(entry, 1, Integer::sum));
            }
        }
        return multiset;
    }

    private static List<String> elements(List<Subtask> subtasks) {
        List<String> elements = new ArrayList<>();
        subtasks.forEach(subtask -> subtask.split.forEach(e -> elements.add(e[0] + "/" + e[1])));
        assertThat(new HashSet<>(elements)).hasSameSizeAs(elements);
        return elements;
    }
}
