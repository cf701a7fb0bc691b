package dev.weir.engine.subtask;

import dev.weir.engine.alignment.Alignment;
import dev.weir.engine.element.Element;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.subtask.EventTime.Intake;
import dev.weir.engine.subtask.SubtaskMeter.Occupation;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One subtask: gets messages, gives effects through its {@link Outbox}. Plain Java; one thread at a time. It never
 * blocks: what arrives is queued, {@link #run} processes for a bounded slice and asks for another.
 *
 * <pre>
 *   CREATED ──open──▶ READY ──Go──▶ RUNNING ──input ended──▶ DRAINED
 *      │                │              │                        │
 *      └────────────────┴──any Throwable──▶ FAILED              │
 *                       └──────────────Stop──▶ STOPPED ◀────────┘
 * </pre>
 *
 * <p>Invariants: orders of another attempt change nothing; every operator whose open began is closed once; after FAILED
 * or STOPPED nothing is sent but the report.
 */
public final class Subtask {

    private enum Phase {
        CREATED,
        READY,
        RUNNING,
        DRAINED,
        FAILED,
        STOPPED
    }

    private final SubtaskSpec spec;
    private final Outbox outbox;
    private final TaskClock clock;
    private final AsyncCalls async;
    private final OperatorChain chain;
    private final EventTime time;
    private final Ending ending;
    private final @Nullable SourceHead source;
    private final @Nullable InputHead input;
    private final SliceTimer slices;
    private final TurnSize turnSize;
    private final SubtaskMeter meter;
    private final SnapshotTaker taker;
    private final @Nullable SourceOrders sourceOrders;
    private Phase phase = Phase.CREATED;
    private boolean isCaughtUp;
    private boolean sliceRequested;
    private long commitsWantedUpTo;

    /** @param graph a graph of this subtask's own, from the job's program */
    public Subtask(SubtaskSpec spec, JobGraph graph, Outbox outbox, TaskClock clock) {
        this.spec = spec;
        this.outbox = outbox;
        this.clock = clock;
        this.async = new AsyncCalls(outbox);
        Handover copier = new Handover(spec.settings().task().copies());
        LinkContext.Shared shared = new LinkContext.Shared(spec, clock, async, copier);
        this.chain = new ChainBuilder(spec, graph, outbox, shared).build();
        this.time = new EventTime(chain.links());
        this.ending = new Ending(chain.links(), time);
        this.slices = new SliceTimer(spec.settings().task(), clock);
        this.turnSize = TurnSize.of(chainPlan().threading());
        this.meter =
                new SubtaskMeter(spec.id(), chainPlan().name(), spec.fence().attempt());
        Node head = graph.nodes().get(chain.head().plan().nodeId());
        if (head.body() instanceof Node.SourceBody body) {
            SourceHead reader = new SourceHead(
                    chain.head(), body.source(), spec.settings().task().batchSize());
            this.source = reader;
            this.taker = new SnapshotTaker(spec, chain, reader);
            this.sourceOrders = new SourceOrders(reader, taker, time, ending);
            this.input = null;
        } else {
            this.source = null;
            this.taker = new SnapshotTaker(spec, chain, null);
            this.sourceOrders = null;
            this.input = new InputHead(spec, chain, taker, turnSize, new FromInput());
        }
    }

    /** Where its time goes, and its counts; for any thread. */
    public SubtaskMeter meter() {
        return meter;
    }

    /** Opens and restores everything, and reports Ready or Failed. User code may take its time. */
    public void open() {
        guarded(() -> {
            RestoredStateCheck.noHookRunsTwice(chain.links(), spec.restored());
            chain.open();
            if (source != null) {
                SourceContext context =
                        new SourceContext(spec, clock, outbox, source.splits(), chain.contextOf(chain.head()));
                source.open(
                        context,
                        spec.restored() == null
                                ? null
                                : spec.restored().operator(chain.head().uid()));
            }
            RestoredStateCheck.noNameIsUsedTwice(chain.links());
            RestoredStateCheck.everythingClaimed(chain, spec.restored());
            chain.opened();
            if (input != null) {
                input.connect();
            }
            phase = Phase.READY;
            outbox.report(new SubtaskReport.Ready(spec.fence(), spec.id()));
        });
    }

    /** An element has arrived on a channel; it is only queued. */
    public void arrive(int channel, Element element) {
        if (phase == Phase.FAILED || phase == Phase.STOPPED || input == null) {
            return;
        }
        guarded(() -> {
            input.arrive(channel, element);
            requestSlice();
        });
    }

    /** A receiver grants credit. */
    public void onGrant(int edge, int receiver, long upTo) {
        if (isLive()) {
            guarded(() -> {
                boolean waits = !chain.canProceed();
                chain.grant(edge, receiver, upTo);
                taker.outputsMoved();
                if (waits) {
                    requestSlice();
                }
            });
        }
    }

    public void onOrder(SubtaskOrder order) {
        boolean isOurs = order.fence().attempt() == spec.fence().attempt()
                && order.fence().epoch() >= spec.fence().epoch();
        if (!isOurs) {
            return;
        }
        if (order instanceof SubtaskOrder.Stop) {
            stop();
        } else if (isLive()) {
            guarded(() -> obey(order));
        }
    }

    private void obey(SubtaskOrder order) {
        if (order instanceof SubtaskOrder.Go) {
            go();
        } else if (order instanceof SubtaskOrder.Completed completed) {
            onCompleted(completed.checkpointId());
        } else if (order instanceof SubtaskOrder.Aborted aborted) {
            onAborted(aborted.checkpointId());
        } else if (sourceOrders != null) {
            sourceOrders.add(order);
            requestSlice();
        } else {
            throw new IllegalStateException("triggers and splits are for sources: order=" + order);
        }
    }

    private void onAborted(long checkpointId) {
        taker.abandon(checkpointId);
        if (input != null) {
            input.barriers().onAborted(checkpointId);
        }
        if (sourceOrders != null) {
            sourceOrders.onAborted(checkpointId);
        }
        chain.onCheckpointAborted(checkpointId);
        requestSlice();
    }

    private void go() {
        if (phase == Phase.READY) {
            phase = Phase.RUNNING;
            meter.enter(Occupation.BUSY, clock.nanoTime());
            if (!time.isPending()) {
                catchUp();
            }
            requestSlice();
        }
    }

    /** What was under way before the restored checkpoint comes first; behind it all are told how far time had come. */
    private void catchUp() {
        if (input != null && input.isReplaying()) {
            input.replay();
        } else {
            isCaughtUp = true;
            time.announceRestored();
        }
    }

    /** Processes for a bounded slice. Called when asked for, and whenever a wake-up time has come. */
    public void run() {
        sliceRequested = false;
        if (phase == Phase.RUNNING || phase == Phase.DRAINED) {
            guarded(this::slice);
        }
    }

    private void slice() {
        slices.begin();
        meter.enter(Occupation.BUSY, slices.now());
        actWhereTimeIsOver();
        if (slices.isPeriodDue() && !isSourceStopped()) {
            time.askEmitters(slices.now(), chain.canProceed() ? Intake.OPEN : Intake.HELD_UP);
        }
        Turn turn = Turn.WORKED;
        while (turn == Turn.WORKED && !slices.isOver()) {
            if (sourceOrders != null) {
                sourceOrders.obey();
            }
            turn = chain.canProceed() ? turn() : Turn.BLOCKED;
            chain.throwIfFailed();
            long turnNanos = slices.tick();
            if (turn == Turn.WORKED) {
                turnSize.took(turnNanos);
            }
        }
        if (slices.excessNanos() > 0 && chainPlan().threading() == Threading.SHARED) {
            outbox.warnOfSlowSlice(chainPlan().name(), slices.excessNanos());
        }
        if (turn == Turn.WORKED) {
            if (slices.isFlushDue()) {
                chain.flush();
            }
            requestSlice();
        } else {
            rest(turn);
        }
        chain.sweep();
        meter.note(turn.after(), chain.traffic(input), slices.now());
    }

    /** There is nothing to do for a while, or nothing that can be done. */
    private void rest(Turn turn) {
        if (turn == Turn.BLOCKED && input != null && !input.isReplaying()) {
            input.barriers().takeNext();
        }
        if (turn == Turn.NOTHING && time.hasEmitters() && !isSourceStopped()) {
            time.askEmitters(slices.now(), Intake.OPEN);
            if (time.isPending()) {
                requestSlice();
            }
        }
        chain.flush();
        slices.flushed();
        planWakeUp(turn);
    }

    private Chain chainPlan() {
        return spec.plan().chain(spec.id().chain());
    }

    /** One turn: the first of these that has something to do. */
    private Turn turn() {
        if (time.isPending()) {
            time.step();
        } else if (ending.isUnderWay()) {
            endingStep();
        } else if (!isCaughtUp) {
            catchUp();
        } else if (phase == Phase.RUNNING && time.nextProcessingTimer() <= clock.currentTimeMillis()) {
            time.fireProcessingTimer(clock.currentTimeMillis());
        } else if (source != null) {
            return poll(source);
        } else {
            return input != null && input.turn() ? Turn.WORKED : Turn.NOTHING;
        }
        return Turn.WORKED;
    }

    private Turn poll(SourceHead reader) {
        if (phase == Phase.DRAINED || isSourceStopped() || !reader.canPoll(slices.now())) {
            return Turn.NOTHING;
        }
        reader.poll(turnSize.records());
        if (reader.isEnded()) {
            ending.begin();
        }
        return Turn.WORKED;
    }

    private void endingStep() {
        ending.step();
        if (ending.isDrained()) {
            phase = Phase.DRAINED;
            outbox.report(new SubtaskReport.Drained(spec.fence(), spec.id()));
        }
    }

    private boolean isSourceStopped() {
        return sourceOrders != null && sourceOrders.isStopped();
    }

    private void actWhereTimeIsOver() {
        if (input != null && input.barriers().hasDeadline()) {
            input.barriers().onTime(slices.now());
            long overdue = input.barriers().overdue(slices.now());
            if (overdue != Alignment.NONE) {
                onAborted(overdue);
            }
        }
        if (taker.hasDeadline()) {
            taker.onTime(slices.now());
        }
        if (sourceOrders != null) {
            sourceOrders.onTime(slices.now());
        }
    }

    /** The snapshot is durable. */
    public void onSnapshotWritten(long checkpointId, SubtaskStateHandle handle, SnapshotFigures times) {
        if (isLive()) {
            outbox.report(new SubtaskReport.Acknowledged(spec.fence(), spec.id(), checkpointId, handle, times));
        }
    }

    /** The snapshot could not be written; the round fails, the subtask lives on. */
    public void onSnapshotFailed(long checkpointId, Throwable reason) {
        if (isLive()) {
            outbox.report(new SubtaskReport.Declined(spec.fence(), spec.id(), checkpointId, reason));
        }
    }

    /** What an operator prepared for the snapshot failed: that fails the attempt, never only the round. */
    public void onPrepareFailed(Throwable reason) {
        if (isLive()) {
            fail(reason);
        }
    }

    /** Asynchronous work is done. */
    public void onAsyncDone(long token, @Nullable Object result, @Nullable Throwable failure) {
        if (isLive()) {
            guarded(() -> {
                async.onDone(token, result, failure);
                chain.throwIfFailed();
                reportCommits();
                requestSlice();
            });
        }
    }

    private void onCompleted(long checkpointId) {
        chain.onCheckpointComplete(checkpointId);
        if (source != null) {
            source.onCheckpointComplete(checkpointId);
        }
        commitsWantedUpTo = Math.max(commitsWantedUpTo, checkpointId);
        reportCommits();
    }

    private void reportCommits() {
        if (commitsWantedUpTo > 0 && !chain.hasPendingCommits()) {
            outbox.report(new SubtaskReport.Committed(spec.fence(), spec.id(), commitsWantedUpTo));
            commitsWantedUpTo = 0;
        }
    }

    private void stop() {
        if (phase == Phase.STOPPED) {
            return;
        }
        if (phase != Phase.FAILED) {
            Throwable failure = closeAll(null);
            if (failure != null) {
                outbox.report(new SubtaskReport.Failed(spec.fence(), spec.id(), failure));
            }
        }
        phase = Phase.STOPPED;
        meter.enter(Occupation.NONE, clock.nanoTime());
        outbox.report(new SubtaskReport.Stopped(spec.fence(), spec.id()));
    }

    /** Fails the subtask from outside: a Throwable that came up around it. */
    public void fail(Throwable cause) {
        if (!isLive()) {
            return;
        }
        phase = Phase.FAILED;
        meter.enter(Occupation.NONE, clock.nanoTime());
        Throwable located = located(cause);
        Throwable first = closeAll(located);
        outbox.report(new SubtaskReport.Failed(spec.fence(), spec.id(), first == null ? located : first));
    }

    /** With the place of the record that failed, where the chain reads it from the source itself. */
    private Throwable located(Throwable cause) {
        return source != null && cause instanceof OperatorFailure failure && failure.record() != null
                ? source.position().map(failure::at).orElse(failure)
                : cause;
    }

    private @Nullable Throwable closeAll(@Nullable Throwable cause) {
        Throwable first = cause;
        if (source != null) {
            first = Suppressed.add(first, source.close());
        }
        return chain.close(first);
    }

    private boolean isLive() {
        return phase != Phase.FAILED && phase != Phase.STOPPED;
    }

    /** The reader's waker was called, by any thread; this runs in the subtask's. */
    public void onSourceWoken() {
        if (source != null && isLive()) {
            source.wake();
            requestSlice();
        }
    }

    private void requestSlice() {
        if (!sliceRequested && (phase == Phase.RUNNING || phase == Phase.DRAINED)) {
            sliceRequested = true;
            outbox.requestSlice();
        }
    }

    private void planWakeUp(Turn turn) {
        Long barrierAt = barrierAtNanos();
        OptionalLong wakeUp;
        if (phase != Phase.RUNNING || isSourceStopped()) {
            wakeUp = slices.wakeUpAt(barrierAt);
        } else if (turn == Turn.BLOCKED) {
            wakeUp = slices.nextWakeUpWhileBlocked(barrierAt, time);
        } else {
            wakeUp = slices.nextWakeUp(source == null ? null : source.pollAtNanos(), barrierAt, time);
        }
        wakeUp.ifPresent(outbox::wakeAt);
    }

    /** When a barrier, or a source stopped behind one, has waited long enough; null where none waits for a time. */
    private @Nullable Long barrierAtNanos() {
        if (sourceOrders != null && sourceOrders.isStopped()) {
            return sourceOrders.overdueAtNanos();
        }
        Long atInput = input != null && input.barriers().hasDeadline()
                ? (Long) input.barriers().deadlineNanos()
                : null;
        if (!taker.hasDeadline()) {
            return atInput;
        }
        long atOutput = taker.deadlineNanos();
        return atInput != null && atInput - atOutput < 0 ? atInput : (Long) atOutput;
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable thrown) {
            // Any Throwable out of user code fails the attempt, never the JVM.
            fail(
                    thrown instanceof OperatorFailure known
                            ? known
                            : new OperatorFailure(chain.head().uid(), "the subtask", null, thrown));
        }
    }

    private final class FromInput implements InputHead.Listener {
        @Override
        public void onWatermark(long watermark, EventTime.InputStatus status) {
            time.onInput(watermark, status);
        }

        @Override
        public void onEnded() {
            ending.begin();
        }
    }
}
