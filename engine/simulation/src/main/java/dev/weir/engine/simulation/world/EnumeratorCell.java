package dev.weir.engine.simulation.world;

import dev.weir.engine.graph.Node;
import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The enumerator of the job's source in an actor of its own. It snapshots with the trigger and passes the trigger on over
 * the links that carry its assignments.
 */
final class EnumeratorCell implements EnumeratorContext<Split> {

    private final SimulatedProcess process;
    private final AttemptCells attempt;
    private final CoordinatorCell coordinator;
    private final Optional<Map<String, byte[]>> restored;
    private final Chain chain;
    private final Source<?, Split, Object> source;
    private @Nullable SplitEnumerator<Split, Object> enumerator;

    @SuppressWarnings("unchecked") // the enumerator gets splits and states of its own source only
    EnumeratorCell(
            SimulatedProcess process,
            AttemptCells attempt,
            CoordinatorCell coordinator,
            Optional<Map<String, byte[]>> restored) {
        this.process = process;
        this.attempt = attempt;
        this.coordinator = coordinator;
        this.restored = restored;
        this.chain = process.plan().chain(0);
        Node node = process.graph().nodes().get(chain.head().nodeId());
        this.source = (Source<?, Split, Object>) ((Node.SourceBody) node.body()).source();
    }

    private interface Work {
        void run() throws Exception;
    }

    private void guarded(Work work) {
        try {
            work.run();
        } catch (ProcessDied died) {
            throw died;
        } catch (Throwable failure) {
            process.send(this, coordinator, "failed: " + failure, () -> coordinator.onFailed(attempt.fence(), failure));
        }
    }

    void start() {
        guarded(() -> {
            Object state = null;
            if (restored.isPresent()) {
                byte[] encoded = restored.get().get(chain.head().uid());
                if (encoded == null) {
                    throw new Violation(
                            "an enumerator's state is restored",
                            "there=" + restored.get().keySet());
                }
                state = source.enumeratorCodec().decode(encoded);
            }
            SplitEnumerator<Split, Object> created = source.createEnumerator(this, state);
            enumerator = created;
            created.start();
            for (int reader = 0; reader < parallelism(); reader++) {
                created.onReader(reader);
            }
        });
    }

    void trigger(SubtaskOrder.Trigger trigger) {
        SplitEnumerator<Split, Object> running = enumerator;
        if (running == null) {
            return;
        }
        guarded(() -> {
            Object state = running.snapshot(trigger.checkpointId());
            Map<String, byte[]> states =
                    Map.of(chain.head().uid(), source.enumeratorCodec().encode(state));
            process.send(
                    this,
                    coordinator,
                    "state of enumerators for " + trigger.checkpointId(),
                    () -> coordinator.onEnumerators(trigger.fence(), trigger.checkpointId(), states));
            for (int reader = 0; reader < parallelism(); reader++) {
                order(reader, trigger);
            }
        });
    }

    void complete(long checkpointId) {
        SplitEnumerator<Split, Object> running = enumerator;
        if (running != null) {
            guarded(() -> running.onCheckpointComplete(checkpointId));
        }
    }

    void requestSplit(SubtaskId reader) {
        SplitEnumerator<Split, Object> running = enumerator;
        if (running != null) {
            guarded(() -> running.onSplitRequest(reader.index()));
        }
    }

    void stop() {
        SplitEnumerator<Split, Object> running = enumerator;
        enumerator = null;
        if (running != null) {
            guarded(running::close);
        }
        process.send(this, coordinator, "stopped", () -> coordinator.onSourcesStopped(attempt.fence()));
    }

    private void order(int reader, SubtaskOrder order) {
        SubtaskCell cell = attempt.cell(new SubtaskId(chain.id(), reader));
        process.send(this, cell, order, () -> cell.onOrder(order));
    }

    @Override
    public int parallelism() {
        return chain.parallelism();
    }

    @Override
    public void assign(int subtaskIndex, List<Split> splits) {
        order(subtaskIndex, new SubtaskOrder.AssignSplits(attempt.fence(), splits));
    }

    @Override
    public void noMoreSplits(int subtaskIndex) {
        order(subtaskIndex, new SubtaskOrder.NoMoreSplits(attempt.fence()));
    }

    @Override
    public <R> void callAsync(Callable<R> work, AsyncHandler<R> handler) {
        throw new UnsupportedOperationException("the simulated source discovers nothing");
    }

    @Override
    public <R> void callPeriodically(Duration period, Callable<R> work, AsyncHandler<R> handler) {
        throw new UnsupportedOperationException("the simulated source discovers nothing");
    }

    @Override
    public String toString() {
        return "enumerator";
    }
}
