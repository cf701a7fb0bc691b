package dev.weir.engine.subtask;

import dev.weir.engine.element.Element;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.CheckpointSettings.Barriers;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.SnapshotTarget;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Takes the snapshots of one subtask: the barrier goes out, the chain is frozen, and what is under way is captured where
 * barriers overtake. A barrier that waits in an output queue overtakes there when the timeout is over.
 *
 * <p>Invariant: of the checkpoints whose records under way are still being collected there is at most one, the newest.
 */
final class SnapshotTaker {

    private final SubtaskSpec spec;
    private final OperatorChain chain;
    private final @Nullable SourceHead source;
    private final Cut cut;

    /** Collects what is under way; null while there is no such snapshot. */
    private @Nullable Open open;

    private record Open(InFlightCapture capture, ChainSnapshot snapshot, long outputDeadlineNanos) {}

    SnapshotTaker(SubtaskSpec spec, OperatorChain chain, @Nullable SourceHead source) {
        this.spec = spec;
        this.chain = chain;
        this.source = source;
        this.cut = spec.settings().checkpoint().cut();
    }

    Cut cut() {
        return cut;
    }

    /** How long a round may take, from its trigger to its end. */
    long timeoutNanos(SnapshotKind kind) {
        return (kind.isSavepoint()
                        ? spec.settings().savepoint().timeout()
                        : spec.settings().checkpoint().timeout())
                .toNanos();
    }

    /** Monotonic time. */
    long nowNanos() {
        return chain.clock().nanoTime();
    }

    /** The subtask's part of the checkpoint is worth nothing, unless it is already published. */
    void decline(long checkpointId, Exception reason) {
        chain.outbox().report(new SubtaskReport.Declined(spec.fence(), spec.id(), checkpointId, reason));
    }

    /** Whether this barrier may pass records. */
    boolean mayOvertake(Element.Barrier barrier) {
        return cut.barriers() == Barriers.UNALIGNED && !barrier.kind().isSavepoint();
    }

    /** A source takes its snapshot when it is triggered. */
    void takeAtSource(Element.Barrier barrier) {
        CutFigures figures = new CutFigures(barrier, chain.clock(), 0, timeoutNanos(barrier.kind()));
        if (mayOvertake(barrier)) {
            boolean atOnce = cut.alignedTimeout().isZero();
            takeUnaligned(new InFlightCapture(atOnce ? barrier.overtaking() : barrier.inOrder()), figures);
        } else {
            takeAligned(barrier, figures);
        }
    }

    /** Nothing is under way: what came before the barrier has been processed, the barrier stays behind what is sent. */
    void takeAligned(Element.Barrier barrier, CutFigures figures) {
        abandonBefore(barrier.checkpointId());
        take(barrier, null, figures, CompletableFuture.completedFuture(InFlight.NONE));
    }

    /**
     * Goes on collecting until the capture is whole.
     *
     * @param capture holds what is under way at the inputs
     */
    void takeUnaligned(InFlightCapture capture, CutFigures figures) {
        abandonBefore(capture.checkpointId());
        capture.pendingAdvances(pendingAdvances());
        capture.beforeResult(() -> figures.onCaptured(capture.records()));
        ChainSnapshot snapshot = take(capture.barrier(), capture, figures, capture.result());
        long deadline = chain.clock().nanoTime() + cut.alignedTimeout().toNanos();
        open = new Open(capture, snapshot, deadline);
        completeIfWhole();
    }

    private ChainSnapshot take(
            Element.Barrier barrier,
            @Nullable InFlightCapture capture,
            CutFigures figures,
            CompletableFuture<InFlight> inFlight) {
        long start = chain.clock().nanoTime();
        chain.forwardBarrier(barrier, capture);
        chain.throwIfFailed();
        ChainSnapshot snapshot = chain.freeze(barrier, source);
        SnapshotTarget target = new SnapshotTarget(
                barrier.checkpointId(),
                spec.fence().epoch(),
                spec.fence().attempt(),
                spec.id().chain(),
                spec.id().index(),
                spec.parallelism(),
                spec.maxParallelism());
        figures.onTaken(chain.clock().nanoTime() - start);
        chain.outbox()
                .writeSnapshot(new PendingSnapshot(
                        target, barrier.kind(), snapshot.content(inFlight), barrier.baseId(), figures::toFigures));
        return snapshot;
    }

    private Map<String, Long> pendingAdvances() {
        Map<String, Long> pending = new HashMap<>();
        for (Link link : chain.links()) {
            if (link.pendingWatermark != Timestamps.NONE) {
                pending.put(link.uid(), link.pendingWatermark);
            }
        }
        return pending;
    }

    /** What was missing may be there. */
    void completeIfWhole() {
        if (open != null) {
            open.capture.completeIfWhole();
            if (open.capture.result().isDone()) {
                open = null;
            }
        }
    }

    /** Credit has come. */
    void outputsMoved() {
        if (open != null && open.capture.isWaiting()) {
            open.capture.outputsMoved();
            completeIfWhole();
        }
    }

    /** Whether a barrier waits in an output queue, and {@link #onTime} is to be called at the deadline. */
    boolean hasDeadline() {
        return open != null && open.capture.isWaiting();
    }

    /** Monotonic time. Only where there is one. */
    long deadlineNanos() {
        return open == null ? Long.MAX_VALUE : open.outputDeadlineNanos;
    }

    /** Time has passed. */
    void onTime(long nowNanos) {
        if (open != null && open.capture.isWaiting() && nowNanos - open.outputDeadlineNanos >= 0) {
            open.capture.overtakeAtOutputs();
            completeIfWhole();
        }
    }

    /** The checkpoint was given up: nothing is collected for it any more. */
    void abandon(long checkpointId) {
        if (open != null && open.capture.checkpointId() == checkpointId) {
            open.snapshot.abandon();
            open = null;
        }
    }

    private void abandonBefore(long checkpointId) {
        if (open != null && open.capture.checkpointId() < checkpointId) {
            abandon(open.capture.checkpointId());
        }
    }
}
