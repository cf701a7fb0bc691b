package dev.weir.engine.worker;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.settings.StateSettings.Incremental;
import dev.weir.engine.subtask.PendingSnapshot;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of its subtasks' parts of a job's checkpoints. It outlives attempts: what a subtask wrote stays true,
 * whatever is restored.
 *
 * <p>Invariants: a checkpoint refers only to what this process has written for, or restored from, exactly the checkpoint
 * that its barrier names, which was complete when it was triggered; where that isn't known it is written in full. A
 * savepoint refers to nothing. Thread-safe.
 */
public final class SnapshotBases {

    /** Parts that are remembered of a subtask; more are needed only where many rounds in a row are given up. */
    static final int MOST = 16;

    private final Incremental incremental;
    private final Map<SubtaskId, TreeMap<Long, SnapshotBase>> bases = new HashMap<>();

    /** Knows nothing yet. */
    public SnapshotBases(Incremental incremental) {
        this.incremental = incremental;
    }

    /**
     * Writes a snapshot: for a checkpoint what its base lacks, a savepoint in full. It is released in every case. Blocks.
     *
     * @throws IOException where it can't be written, with nothing left behind
     */
    public SubtaskStateHandle write(
            JobFiles files, SubtaskId subtask, PendingSnapshot snapshot, SubtaskSnapshot content) throws IOException {
        if (snapshot.kind() != SnapshotKind.CHECKPOINT) {
            return files.write(snapshot.target(), content);
        }
        SnapshotBase written = files.writeCheckpoint(snapshot.target(), content, find(subtask, snapshot.baseId()));
        keep(subtask, written);
        return written.handle();
    }

    private synchronized @Nullable SnapshotBase find(SubtaskId subtask, long baseId) {
        TreeMap<Long, SnapshotBase> known = bases.get(subtask);
        return known == null || incremental == Incremental.OFF ? null : known.get(baseId);
    }

    /** Remembers a part of a checkpoint that is durable. */
    synchronized void keep(SubtaskId subtask, SnapshotBase base) {
        if (incremental == Incremental.OFF) {
            return;
        }
        TreeMap<Long, SnapshotBase> known = bases.computeIfAbsent(subtask, added -> new TreeMap<>());
        known.put(base.handle().checkpointId(), base);
        while (known.size() > MOST) {
            known.pollFirstEntry();
        }
    }

    /** A subtask has restored a checkpoint; rounds that are based on that one may refer to its files. */
    public void restored(SubtaskId subtask, RestoredSubtask state) {
        SnapshotBase base = state.base();
        if (base != null) {
            keep(subtask, base);
        }
    }

    /** A checkpoint is complete: rounds that are triggered from now on are based on none that is older. */
    public synchronized void completed(SubtaskId subtask, long checkpointId) {
        TreeMap<Long, SnapshotBase> known = bases.get(subtask);
        if (known != null) {
            List.copyOf(known.headMap(checkpointId).keySet()).forEach(known::remove);
        }
    }

    /** A round was given up. */
    public synchronized void aborted(SubtaskId subtask, long checkpointId) {
        TreeMap<Long, SnapshotBase> known = bases.get(subtask);
        if (known != null) {
            known.remove(checkpointId);
        }
    }
}
