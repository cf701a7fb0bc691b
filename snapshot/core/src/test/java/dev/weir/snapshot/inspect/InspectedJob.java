package dev.weir.snapshot.inspect;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job with three subtasks of one operator, whose keys are the longs 1 to 30, the integer 7 and the strings "7" and "b". */
final class InspectedJob {

    static final String UID = "count";
    static final String JOB = "shop";
    static final int PARALLELISM = 3;
    static final int MAX_PARALLELISM = 7;
    static final int KEYS = 33;
    static final long WINDOW_START_MS = -5000;
    static final EdgeId EDGE = new EdgeId("clicks", "", UID, 0);

    private static final long TRIGGER_MS = 1_700_000_000_000L;

    private InspectedJob() {}

    /** What is stored for a customer. */
    record Customer(String name, int visits) {}

    static List<Object> keys() {
        List<Object> keys = new ArrayList<>();
        for (long key = 1; key <= 30; key++) {
            keys.add(key);
        }
        keys.addAll(List.of(7, "7", "b"));
        return keys;
    }

    static int groupOf(Object key) {
        return KeyGroups.keyGroupOf(StableHash.hashOf(key), MAX_PARALLELISM);
    }

    /** Writes all three subtasks' segments and gives their manifest. */
    static Manifest write(SnapshotFiles files, long checkpointId, long epoch, Manifest.Kind kind) throws IOException {
        List<SubtaskEntry> entries = new ArrayList<>();
        for (int index = 0; index < PARALLELISM; index++) {
            SnapshotTarget target = new SnapshotTarget(checkpointId, epoch, 1, 0, index, PARALLELISM, MAX_PARALLELISM);
            entries.add(new SubtaskEntry(0, index, List.of(UID), files.write(target, subtask(index, kind))));
        }
        return manifest(checkpointId, epoch, kind, entries);
    }

    /** Writes checkpoints from 1 on; in each but the first only one key has changed. */
    static List<Manifest> writeRounds(SnapshotFiles files, int rounds) throws IOException {
        List<HeapStateBackend> backends = new ArrayList<>();
        List<@Nullable SnapshotBase> bases = new ArrayList<>();
        for (int index = 0; index < PARALLELISM; index++) {
            backends.add(backend(KeyGroups.rangeOf(index, PARALLELISM, MAX_PARALLELISM)));
            bases.add(null);
        }
        List<Manifest> manifests = new ArrayList<>();
        for (int id = 1; id <= rounds; id++) {
            List<SubtaskEntry> entries = new ArrayList<>();
            for (int index = 0; index < PARALLELISM; index++) {
                if (id > 1) {
                    change(backends.get(index));
                }
                OperatorSnapshot operator =
                        new OperatorSnapshot(UID, backends.get(index).freeze(), Map.of(), 5, false);
                SnapshotTarget target = new SnapshotTarget(id, 1, 1, 0, index, PARALLELISM, MAX_PARALLELISM);
                SnapshotBase base =
                        files.writeCheckpoint(target, new SubtaskSnapshot(List.of(operator)), bases.get(index));
                bases.set(index, base);
                entries.add(new SubtaskEntry(0, index, List.of(UID), base.handle()));
            }
            manifests.add(manifest(id, 1, Manifest.Kind.CHECKPOINT, entries));
        }
        backends.forEach(HeapStateBackend::close);
        return manifests;
    }

    private static void change(HeapStateBackend backend) {
        int group = groupOf(1L);
        if (backend.keyGroups().contains(group)) {
            backend.setCurrentKey(1L, KeyGroups.murmur(StableHash.hashOf(1L)), group);
            backend.state(LongStateDescriptor.of("total")).add(1);
        }
    }

    private static Manifest manifest(long checkpointId, long epoch, Manifest.Kind kind, List<SubtaskEntry> entries) {
        return new Manifest(
                Manifest.FORMAT_VERSION,
                JOB,
                "L2",
                "L1",
                checkpointId,
                epoch,
                1,
                kind,
                TRIGGER_MS,
                "nonce-" + checkpointId,
                Map.of(UID, new OperatorScale(PARALLELISM, MAX_PARALLELISM)),
                Map.of(UID, new byte[] {1, 2, 3}),
                entries);
    }

    private static SubtaskSnapshot subtask(int index, Manifest.Kind kind) throws IOException {
        OperatorStateBlock offsets = new OperatorStateBlock(Redistribution.SPLIT, List.of(new byte[] {1}, new byte[2]));
        try (HeapStateBackend backend = backend(KeyGroups.rangeOf(index, PARALLELISM, MAX_PARALLELISM))) {
            OperatorSnapshot operator =
                    new OperatorSnapshot(UID, backend.freeze(), Map.of("offsets", offsets), 5, false);
            return new SubtaskSnapshot(
                    List.of(operator), kind == Manifest.Kind.CHECKPOINT ? underWay(index) : InFlight.NONE);
        }
    }

    private static HeapStateBackend backend(KeyGroupRange groups) throws IOException {
        HeapStateBackend backend = new HeapStateBackend(groups, MAX_PARALLELISM, RestoredKeyedState.EMPTY);
        var total = backend.state(LongStateDescriptor.of("total"));
        var customer = backend.state(ValueStateDescriptor.of("customer", Customer.class));
        var pages = backend.namespaced(ListStateDescriptor.of("pages", String.class));
        var limits = backend.state(MapStateDescriptor.of("limits", String.class, Integer.class));
        var timers = backend.timers("timers");
        for (Object key : keys()) {
            int group = groupOf(key);
            if (groups.contains(group)) {
                backend.setCurrentKey(key, KeyGroups.murmur(StableHash.hashOf(key)), group);
                total.add(valueOf(key));
                customer.update(customerOf(key));
                pages.at(WINDOW_START_MS).add("page " + key);
                limits.put("most", 9);
                timers.register(WINDOW_START_MS, valueOf(key));
            }
        }
        return backend;
    }

    static long valueOf(Object key) {
        return key instanceof Long number ? number * 10 : 5;
    }

    static Customer customerOf(Object key) {
        return new Customer("customer " + key, key.hashCode());
    }

    private static InFlight underWay(int index) {
        InFlight.Channel channel = new InFlight.Channel(EDGE, 0, index);
        InFlight.Kept record = new InFlight.Kept.KeptRecord("click", 5, null, -1);
        InFlight.Kept watermark = new InFlight.Kept.KeptWatermark(4);
        return new InFlight(
                List.of(),
                Map.of(),
                List.of(new InFlight.Part(channel, InFlight.Side.QUEUED, List.of(record, watermark, record))));
    }
}
