package dev.weir.snapshot.operator;

import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.restore.RestoredElements;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The subtasks of one operator, written into checkpoints and restored at other parallelisms. */
final class StoredSubtasks {

    static final String UID = "op";
    private static final int MAX_PARALLELISM = 11;

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "job", 0, getClass().getClassLoader());
    private long checkpoints;

    static OperatorStates states(int index, int parallelism, Map<String, RestoredElements> restored) {
        return new OperatorStates(
                UID, new OperatorStates.Place(index, parallelism), StoredSubtasks.class.getClassLoader(), restored);
    }

    static List<OperatorStates> fresh(int parallelism) {
        List<OperatorStates> subtasks = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            subtasks.add(states(i, parallelism, Map.of()));
        }
        return subtasks;
    }

    Manifest written(List<OperatorStates> subtasks) throws IOException {
        long id = ++checkpoints;
        List<SubtaskEntry> entries = new ArrayList<>();
        for (int i = 0; i < subtasks.size(); i++) {
            SnapshotTarget target = new SnapshotTarget(id, 1, 1, 0, i, subtasks.size(), MAX_PARALLELISM);
            OperatorSnapshot operator =
                    new OperatorSnapshot(UID, null, subtasks.get(i).freeze(), 0, false);
            entries.add(
                    new SubtaskEntry(0, i, List.of(UID), files.write(target, new SubtaskSnapshot(List.of(operator)))));
        }
        return new Manifest(
                Manifest.FORMAT_VERSION,
                "job",
                "L1",
                null,
                id,
                1,
                1,
                Manifest.Kind.CHECKPOINT,
                0,
                "nonce",
                Map.of(UID, new OperatorScale(subtasks.size(), MAX_PARALLELISM)),
                Map.of(),
                entries);
    }

    List<OperatorStates> restored(Manifest manifest, int parallelism) throws IOException {
        OperatorTarget target = new OperatorTarget(UID, parallelism, MAX_PARALLELISM, OperatorTarget.Origin.EXPLICIT);
        RestorePlan plan =
                RestorePlan.of(manifest, List.of(new ChainTarget(0, List.of(target))), RestorePlan.Unclaimed.REFUSE);
        List<OperatorStates> subtasks = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            subtasks.add(states(
                    i,
                    parallelism,
                    Objects.requireNonNull(files.read(plan.slice(0, i)).operator(UID))
                            .declared()));
        }
        return subtasks;
    }
}
