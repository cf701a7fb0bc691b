package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.InFlightSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.storage.CheckpointStorage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The checkpoints of a job with one operator in one subtask. */
final class OneSubtask {

    static final String FOLDER = "job";
    private static final String UID = "op";

    private final SnapshotFiles files;
    private long lastId;

    OneSubtask(CheckpointStorage storage, int inlineThresholdBytes) {
        files = new SnapshotFiles(storage, FOLDER, inlineThresholdBytes, OneSubtask.class.getClassLoader());
    }

    SnapshotFiles files() {
        return files;
    }

    SnapshotBase checkpoint(KeyedSnapshot keyed, @Nullable SnapshotBase base) throws IOException {
        return files.writeCheckpoint(nextTarget(), snapshot(keyed), base);
    }

    SubtaskStateHandle canonical(KeyedSnapshot keyed) throws IOException {
        return files.write(nextTarget(), snapshot(keyed));
    }

    long lastId() {
        return lastId;
    }

    private SnapshotTarget nextTarget() {
        return new SnapshotTarget(++lastId, 1, 1, 0, 0, 1, Keyed.MAX_PARALLELISM);
    }

    private static SubtaskSnapshot snapshot(KeyedSnapshot keyed) {
        return new SubtaskSnapshot(List.of(new OperatorSnapshot(UID, keyed, Map.of(), 0, false)));
    }

    static SegmentIndex.OperatorIndex operator(SubtaskStateHandle handle) {
        return Objects.requireNonNull(handle.index().operator(UID));
    }

    RestoredKeyedState restored(SubtaskStateHandle handle, NativeReads reads) throws IOException {
        OperatorSlice operator = new OperatorSlice(
                UID, 0, Keyed.MAX_PARALLELISM - 1, List.of(0), List.of(), Long.MIN_VALUE, Drain.RUNNING);
        SubtaskSlice slice = new SubtaskSlice(
                0, 0, "chk-" + handle.checkpointId(), List.of(handle), List.of(operator), InFlightSlice.NONE);
        return Objects.requireNonNull(files.read(slice, reads).operator(UID)).keyed();
    }

    RestoredKeyedState restored(SubtaskStateHandle handle) throws IOException {
        return restored(handle, NativeReads.NONE);
    }
}
