package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Keeps what a coordination asked for. */
class RecordingOutbox implements JobOutbox {

    record Deployed(Fence fence, OptionalLong restoreFrom) {}

    record Told(SubtaskId subtask, SubtaskOrder order) {}

    record Started(JobTimer timer, long delayNanos) {}

    final List<Deployed> deployed = new ArrayList<>();
    final List<Told> told = new ArrayList<>();
    final List<Started> timers = new ArrayList<>();
    final List<Long> triggered = new ArrayList<>();
    final Map<Long, SnapshotKind> kinds = new HashMap<>();
    final List<Long> answers = new ArrayList<>();
    final List<Long> publishing = new ArrayList<>();
    final List<Long> deleted = new ArrayList<>();
    final List<Fence> sourcesStopped = new ArrayList<>();
    final List<Fence> abandoned = new ArrayList<>();
    final List<JobStatus> states = new ArrayList<>();
    final List<JobResult> results = new ArrayList<>();
    int idsAsked;

    @Nullable
    Fence lastTrigger;

    <T extends SubtaskOrder> List<T> told(Class<T> type) {
        return told.stream()
                .map(Told::order)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    @Override
    public void deploy(Fence fence, OptionalLong restoreFrom) {
        deployed.add(new Deployed(fence, restoreFrom));
    }

    @Override
    public void tell(SubtaskId subtask, SubtaskOrder order) {
        told.add(new Told(subtask, order));
    }

    @Override
    public void startSources(Fence fence) {}

    @Override
    public void triggerSources(Fence fence, long checkpointId, long timestampMillis, SnapshotKind kind, long baseId) {
        triggered.add(checkpointId);
        kinds.put(checkpointId, kind);
        lastTrigger = fence;
    }

    @Override
    public void completeSources(Fence fence, long checkpointId) {}

    @Override
    public void requestSplit(Fence fence, SubtaskId reader) {}

    @Override
    public void stopSources(Fence fence) {
        sourcesStopped.add(fence);
    }

    @Override
    public void abandon(Fence fence) {
        abandoned.add(fence);
    }

    @Override
    public void startTimer(JobTimer timer, long delayNanos) {
        timers.add(new Started(timer, delayNanos));
    }

    @Override
    public void cancelTimer(JobTimer timer) {}

    @Override
    public void reserveIds(int count) {
        idsAsked++;
    }

    @Override
    public void publish(RoundContent content, List<Long> retained) {
        publishing.add(content.checkpointId());
    }

    @Override
    public void readBack(long checkpointId) {}

    @Override
    public void deleteUnpublished(long checkpointId) {
        deleted.add(checkpointId);
    }

    @Override
    public void deleteCheckpoint(long checkpointId) {
        deleted.add(checkpointId);
    }

    @Override
    public void entered(JobStatus status) {
        states.add(status);
    }

    @Override
    public void ended(JobResult result) {
        results.add(result);
    }

    @Override
    public void requestDone(RoundRequest request, RoundRecord record) {
        answers.add(request.number());
    }

    @Override
    public void requestFailed(RoundRequest request, String reason) {
        answers.add(request.number());
    }
}
