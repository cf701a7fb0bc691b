package dev.weir.engine.simulation.world;

import dev.weir.engine.enumeration.EnumeratorHost;
import dev.weir.engine.enumeration.EnumeratorOutbox;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.Split;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** The shell around a real {@link EnumeratorHost}s: what the enumerators' actor is in a real process. */
final class EnumeratorCell implements EnumeratorOutbox, Part {

    private final SimulatedProcess process;
    private final AttemptCells attempt;
    private final CoordinatorCell coordinator;
    private final Map<String, byte[]> restored;
    private final List<EnumeratorHost<?, ?>> hosts = new ArrayList<>();
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

    @Override
    public Machine machine() {
        return process.control();
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
            JobGraph graph = process.graph();
            for (Chain chain : process.plan().chains()) {
                Node node = graph.nodes().get(chain.head().nodeId());
                if (node.body() instanceof Node.SourceBody body) {
                    hosts.add(hostOf(chain, attempt.fence(), body.source()));
                }
            }
            hosts.forEach(EnumeratorHost::start);
        });
    }

    private <S extends Split, E> EnumeratorHost<S, E> hostOf(Chain chain, Fence fence, Source<?, S, E> source) {
        String uid = chain.head().uid();
        EnumeratorHost.SourceAt at = new EnumeratorHost.SourceAt(uid, chain.id(), chain.parallelism(), fence);
        return new EnumeratorHost<>(at, source, restored.get(uid), this);
    }

    void trigger(SubtaskOrder.Trigger trigger) {
        if (stopped) {
            return;
        }
        guarded(() -> {
            long id = trigger.checkpointId();
            Map<String, byte[]> states = new TreeMap<>();
            hosts.forEach(host -> states.put(host.uid(), host.snapshot(id)));
            process.send(
                    this,
                    coordinator,
                    "state of enumerators for " + id,
                    () -> coordinator.onEnumerators(trigger.fence(), id, states));
            hosts.forEach(host -> host.trigger(id, trigger.timestampMillis(), trigger.kind(), trigger.baseId()));
        });
    }

    void complete(long checkpointId) {
        guarded(() -> hosts.forEach(host -> host.onCheckpointComplete(checkpointId)));
    }

    void requestSplit(SubtaskId reader) {
        guarded(() -> hosts.stream()
                .filter(host -> host.isChain(reader.chain()))
                .forEach(host -> host.onSplitRequest(reader.index())));
    }

    void stop() {
        for (EnumeratorHost<?, ?> host : hosts) {
            try {
                host.close();
            } catch (RuntimeException failure) {
                tellFailure(failure);
            }
        }
        hosts.clear();
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
