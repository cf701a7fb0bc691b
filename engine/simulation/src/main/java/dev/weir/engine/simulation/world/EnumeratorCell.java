package dev.weir.engine.simulation.world;

import dev.weir.engine.enumeration.EnumeratorHost;
import dev.weir.engine.enumeration.EnumeratorOutbox;
import dev.weir.engine.graph.Node;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.Split;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The shell around a real {@link EnumeratorHost}: what the enumerators' actor is in a real process. */
final class EnumeratorCell implements EnumeratorOutbox {

    private final SimulatedProcess process;
    private final AttemptCells attempt;
    private final CoordinatorCell coordinator;
    private final Map<String, byte[]> restored;
    private @Nullable EnumeratorHost<?, ?> host;
    private boolean failed;
    private boolean stopped;

    /** @param restored the enumerators' states to start from, by uid */
    EnumeratorCell(
            SimulatedProcess process, AttemptCells attempt, CoordinatorCell coordinator, Map<String, byte[]> restored) {
        this.process = process;
        this.attempt = attempt;
        this.coordinator = coordinator;
        this.restored = restored;
    }

    private void guarded(Runnable step) {
        if (failed) {
            return;
        }
        try {
            step.run();
        } catch (Throwable failure) {
            failed = true;
            tellFailure(failure);
        }
    }

    private void tellFailure(Throwable failure) {
        process.send(this, coordinator, "failed: " + failure, () -> coordinator.onFailed(attempt.fence(), failure));
    }

    void start() {
        guarded(() -> {
            Chain chain = process.plan().chain(0);
            Node node = process.graph().nodes().get(chain.head().nodeId());
            EnumeratorHost<?, ?> created = hostOf(chain, attempt.fence(), ((Node.SourceBody) node.body()).source());
            host = created;
            created.start();
        });
    }

    private <S extends Split, E> EnumeratorHost<S, E> hostOf(Chain chain, Fence fence, Source<?, S, E> source) {
        String uid = chain.head().uid();
        EnumeratorHost.SourceAt at = new EnumeratorHost.SourceAt(uid, chain.id(), chain.parallelism(), fence);
        return new EnumeratorHost<>(at, source, restored.get(uid), this);
    }

    void trigger(SubtaskOrder.Trigger trigger) {
        EnumeratorHost<?, ?> running = host;
        if (running == null) {
            return;
        }
        guarded(() -> {
            long id = trigger.checkpointId();
            Map<String, byte[]> states = Map.of(running.uid(), running.snapshot(id));
            process.send(
                    this,
                    coordinator,
                    "state of enumerators for " + id,
                    () -> coordinator.onEnumerators(trigger.fence(), id, states));
            running.trigger(id, trigger.timestampMillis(), trigger.kind());
        });
    }

    void complete(long checkpointId) {
        EnumeratorHost<?, ?> running = host;
        if (running != null) {
            guarded(() -> running.onCheckpointComplete(checkpointId));
        }
    }

    void requestSplit(SubtaskId reader) {
        EnumeratorHost<?, ?> running = host;
        if (running != null) {
            guarded(() -> running.onSplitRequest(reader.index()));
        }
    }

    void stop() {
        EnumeratorHost<?, ?> running = host;
        if (running != null) {
            try {
                running.close();
            } catch (RuntimeException failure) {
                tellFailure(failure);
            }
        }
        host = null;
        stopped = true;
        process.send(this, coordinator, "stopped", () -> coordinator.onSourcesStopped(attempt.fence()));
    }

    boolean isStopped() {
        return stopped;
    }

    @Override
    public void order(SubtaskId reader, SubtaskOrder order) {
        SubtaskCell cell = attempt.cell(reader);
        process.send(this, cell, order, () -> cell.onOrder(order));
    }

    @Override
    public void runAsync(String source, long token, Duration delay, Callable<?> work) {
        throw new UnsupportedOperationException("the simulated source discovers nothing");
    }

    @Override
    public String toString() {
        return "enumerator";
    }
}
