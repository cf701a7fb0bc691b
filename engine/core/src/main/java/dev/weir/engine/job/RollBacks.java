package dev.weir.engine.job;

import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import dev.weir.engine.worker.Restoring;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which subtasks of an attempt may go on from what is in their process's memory, and how each was restored in the end. A
 * subtask that failed in the attempt before reads storage: whatever made it fail may be in memory as well. One thread.
 */
public final class RollBacks {

    private final Map<SubtaskId, RestoreWay> restored = new HashMap<>();
    private Set<SubtaskId> failedBefore = Set.of();
    private Set<SubtaskId> failed = new HashSet<>();
    private Fence current = new Fence(0, 0);

    /** An attempt is about to be deployed. */
    public void onDeploy(Fence fence) {
        current = fence;
        failedBefore = failed;
        failed = new HashSet<>();
        restored.clear();
    }

    /** A subtask failed, or its actor is gone. */
    public void onFailed(Fence fence, SubtaskId subtask) {
        if (fence.equals(current)) {
            failed.add(subtask);
        }
    }

    /** How a subtask of the attempt is to be restored. */
    RestoreWay wayOf(SubtaskId subtask) {
        return failedBefore.contains(subtask) ? RestoreWay.FROM_STORAGE : RestoreWay.IN_PLACE;
    }

    /** What a subtask of the attempt restores, and how; empty where the attempt begins anew. */
    public Optional<Restoring> restoring(SubtaskId subtask, JobArchive.Restore restore) {
        return restore.version()
                .flatMap(version -> restore.plan()
                        .map(slices -> new Restoring(
                                version, slices.slice(subtask.chain(), subtask.index()), wayOf(subtask))));
    }

    /** How a subtask was restored in the end. */
    public void onRestored(SubtaskReport.Restored report) {
        if (report.fence().equals(current)) {
            restored.put(report.subtask(), report.way());
        }
    }

    /** How many subtasks of the attempt were restored that way. */
    public int count(RestoreWay way) {
        return Collections.frequency(restored.values(), way);
    }
}
