package dev.weir.engine.simulation.world;

import dev.weir.engine.element.Element;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.subtask.Outbox;
import dev.weir.engine.subtask.PendingSnapshot;
import dev.weir.engine.subtask.Subtask;
import dev.weir.engine.subtask.SubtaskSpec;
import dev.weir.engine.subtask.TaskClock;
import dev.weir.engine.worker.FrozenVersion;
import dev.weir.engine.worker.Restoring;
import dev.weir.engine.worker.SubtaskShape;
import dev.weir.engine.worker.VersionName;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shell around a real {@link Subtask}: what its actor is in a real process. */
final class SubtaskCell implements Outbox, Part {

    /** Which subtask of which attempt, and what it restores. */
    record Role(SubtaskId id, Fence fence, String lineage, Optional<Restoring> restore) {}

    /** A channel that leads from here. */
    private record Wire(SubtaskId receiver, int channelAtReceiver) {}

    /** A channel with what is under way on it; its elements come in order, at its own pace. */
    private static final class Line {
        private final String name;
        private final long slowness;
        private final Deque<Sent> underWay = new ArrayDeque<>();
        private long stoppedWith = NONE;

        Line(String name, long slowness) {
            this.name = name;
            this.slowness = slowness;
        }

        @Override
        public String toString() {
            return name;
        }

        /** What has arrived is no longer under way. */
        void forgetArrived() {
            while (!underWay.isEmpty() && underWay.getFirst().event().isDone()) {
                underWay.removeFirst();
            }
        }
    }

    private record Sent(EventQueue.Event event, boolean isBatch) {}

    private static final int MOST_SLOWNESS = 30;
    private static final long NONE = -1;

    /** Rounds up to this one have been given up or are over; their barriers may still wait for credit. */
    private long givenUpTo = NONE;

    private final SimulatedProcess process;
    private final Environment environment;
    private final AttemptCells attempt;
    private final CoordinatorCell coordinator;
    private final Role part;
    private final Machine machine;
    private final Queue<Runnable> early = new ArrayDeque<>();
    private final Map<Wire, Line> lines = new HashMap<>();
    private final Clock clock = new Clock();
    private @Nullable Subtask subtask;
    private EventQueue.@Nullable Event wakeUp;
    private boolean stopped;
    private boolean ready;

    SubtaskCell(SimulatedProcess process, AttemptCells attempt, CoordinatorCell coordinator, Role part) {
        this.process = process;
        this.environment = process.environment();
        this.attempt = attempt;
        this.coordinator = coordinator;
        this.part = part;
        this.machine = process.machineOf(part.id());
    }

    /** Reads what is to be restored, then opens. */
    void start() {
        process.send(this, this, "restore and open", process.storageNanos(), this::open);
    }

    private void open() {
        if (stopped) {
            return;
        }
        Subtask created;
        @Nullable RestoredSubtask restored;
        try {
            restored = part.restore().isPresent() ? restored(part.restore().get()) : null;
            SubtaskSpec spec = new SubtaskSpec(
                    process.plan(),
                    part.id(),
                    part.fence(),
                    process.settings(),
                    part.lineage(),
                    process.state(),
                    restored);
            created = new Subtask(spec, process.graph(), this, clock);
        } catch (ProcessDied died) {
            throw died;
        } catch (Throwable failure) {
            report(new SubtaskReport.Failed(part.fence(), part.id(), failure));
            return;
        }
        boolean isOwn = part.restore()
                .filter(restoring -> restoring.version().lineage().equals(part.lineage()))
                .isPresent();
        if (restored != null && isOwn) {
            machine.bases().restored(part.id(), restored);
        }
        subtask = created;
        created.open();
        while (!early.isEmpty()) {
            early.remove().run();
        }
    }

    /** From memory where its machine has the version, else from storage. */
    private RestoredSubtask restored(Restoring restoring) throws IOException {
        Optional<RestoredSubtask> kept = restoring.way() == RestoreWay.IN_PLACE
                ? machine.versions()
                        .find(
                                part.id(),
                                restoring.version(),
                                SubtaskShape.of(process.plan(), part.id()),
                                restoring.slice())
                : Optional.empty();
        environment.oracles().onRestored(kept.isPresent() ? RestoreWay.IN_PLACE : RestoreWay.FROM_STORAGE);
        return kept.isPresent() ? kept.get() : process.files().read(restoring.slice());
    }

    /** Does something to the subtask, now or once it is there; nothing once it has stopped. */
    private void onceOpen(Consumer<Subtask> action) {
        if (stopped) {
            return;
        }
        Subtask opened = subtask;
        if (opened == null) {
            early.add(() -> onceOpen(action));
        } else {
            action.accept(opened);
        }
    }

    @Override
    public Machine machine() {
        return machine;
    }

    SubtaskId id() {
        return part.id();
    }

    /** Its machine is dead. */
    void markGone() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    boolean isReady() {
        return ready;
    }

    void onOrder(SubtaskOrder order) {
        if (subtask == null && !stopped && order instanceof SubtaskOrder.Stop) {
            report(new SubtaskReport.Stopped(part.fence(), part.id()));
            return;
        }
        if (order instanceof SubtaskOrder.Completed completed) {
            machine.versions().completed(part.id(), completed.checkpointId());
            machine.bases().completed(part.id(), completed.checkpointId());
        } else if (order instanceof SubtaskOrder.Aborted aborted) {
            machine.versions().aborted(part.id(), aborted.checkpointId());
            machine.bases().aborted(part.id(), aborted.checkpointId());
        }
        forgetStop(order);
        onceOpen(opened -> opened.onOrder(order));
    }

    @Override
    public void send(SubtaskId receiver, int channelAtReceiver, Element element) {
        SubtaskCell peer = attempt.cell(receiver);
        Line line = lines.computeIfAbsent(new Wire(receiver, channelAtReceiver), this::newLine);
        boolean isBatch = element instanceof Element.Data;
        if (isBatch) {
            requireNotStopped(line);
            loseBefore(line);
        } else if (element instanceof Element.Barrier barrier && barrier.kind().endsJob() && isSource()) {
            boolean isGivenUp = barrier.checkpointId() <= givenUpTo;
            line.stoppedWith = isGivenUp ? NONE : barrier.checkpointId();
        }
        EventQueue.Event sent = environment
                .events()
                .send(
                        new EventQueue.Envelope(peer.machine(), line, peer, element),
                        environment.draws().messageNanos() * line.slowness,
                        () -> peer.onceOpen(opened -> opened.arrive(channelAtReceiver, element)));
        line.underWay.addLast(new Sent(sent, isBatch));
    }

    private boolean isSource() {
        return process.plan().chain(part.id().chain()).isSource();
    }

    private void requireNotStopped(Line line) {
        if (line.stoppedWith != NONE) {
            environment
                    .oracles()
                    .breach(
                            "a source emits nothing behind the barrier that ends the job",
                            "checkpoint=" + line.stoppedWith + ", channel=" + line);
        }
    }

    /** Sources go on where the round that they were stopped with is given up: a later one is a sign of that. */
    private void forgetStop(SubtaskOrder order) {
        if (order instanceof SubtaskOrder.Aborted aborted) {
            givenUpTo = Math.max(givenUpTo, aborted.checkpointId());
        } else if (order instanceof SubtaskOrder.Trigger trigger) {
            givenUpTo = Math.max(givenUpTo, trigger.checkpointId() - 1);
        }
        lines.values().forEach(line -> line.stoppedWith = line.stoppedWith <= givenUpTo ? NONE : line.stoppedWith);
    }

    private Line newLine(Wire wire) {
        boolean isSlow = environment.faults().strikes(Fault.SLOW_CHANNEL);
        return new Line(
                this + ", into channel " + wire.channelAtReceiver(),
                isSlow ? environment.draws().nanosBetween(2, MOST_SLOWNESS) : 1);
    }

    /**
     * Before a batch is sent, others may be lost. Always one in front of it: what is missing at the end of a channel would
     * not be noticed.
     */
    private void loseBefore(Line line) {
        line.forgetArrived();
        boolean hasBatch = line.underWay.stream().anyMatch(Sent::isBatch);
        if (!hasBatch) {
            return;
        }
        if (environment.faults().strikes(Fault.RESET_CHANNEL)) {
            line.underWay.forEach(sent -> sent.event().cancel());
            line.underWay.clear();
        } else if (line.underWay.getLast().isBatch() && environment.faults().strikes(Fault.LOST_BATCH)) {
            line.underWay.removeLast().event().cancel();
        }
    }

    @Override
    public void grant(SubtaskId sender, int edge, long upTo) {
        SubtaskCell peer = attempt.cell(sender);
        process.send(
                this,
                peer,
                "granted up to " + upTo,
                () -> peer.onceOpen(opened -> opened.onGrant(edge, part.id().index(), upTo)));
    }

    @Override
    public void requestSlice() {
        process.send(this, this, "run", () -> onceOpen(Subtask::run));
    }

    @Override
    public void wakeAt(long nanoTime) {
        if (wakeUp != null) {
            wakeUp.cancel();
        }
        long delayNanos = Math.max(0, nanoTime - environment.events().nowNanos())
                + environment.draws().messageNanos();
        wakeUp = process.after(delayNanos, this, this + " wakes up", () -> onceOpen(Subtask::run));
    }

    @Override
    public void writeSnapshot(PendingSnapshot snapshot) {
        long checkpointId = snapshot.target().checkpointId();
        snapshot.content().whenComplete((content, failure) -> {
            if (failure != null) {
                Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
                process.send(this, this, "prepare failed", () -> onceOpen(opened -> opened.onPrepareFailed(cause)));
            } else {
                String what = this + " writes its part of " + checkpointId;
                process.after(process.storageNanos(), this, what, () -> write(snapshot, content));
            }
        });
    }

    private void write(PendingSnapshot snapshot, SubtaskSnapshot content) {
        long checkpointId = snapshot.target().checkpointId();
        try {
            environment.oracles().onUnderWay(checkpointId, content.inFlight());
            keep(snapshot, content);
            SubtaskStateHandle handle = machine.bases().write(process.files(), part.id(), snapshot, content);
            if (stopped) {
                environment.oracles().onWrittenAfterStop();
            }
            SnapshotFigures figures = snapshot.figuresOf(handle, 0);
            process.send(
                    "writer",
                    this,
                    "written " + checkpointId,
                    () -> onceOpen(opened -> opened.onSnapshotWritten(checkpointId, handle, figures)));
        } catch (ProcessDied died) {
            throw died;
        } catch (Throwable failure) {
            process.send(
                    "writer",
                    this,
                    "not written: " + failure,
                    () -> onceOpen(opened -> opened.onSnapshotFailed(checkpointId, failure)));
        }
    }

    private void keep(PendingSnapshot snapshot, SubtaskSnapshot content) {
        if (!stopped && FrozenVersion.suits(snapshot.kind(), content)) {
            VersionName name = new VersionName(part.lineage(), snapshot.target().checkpointId());
            SubtaskShape shape = SubtaskShape.of(process.plan(), part.id());
            machine.versions().keep(part.id(), FrozenVersion.of(name, shape, content));
        }
    }

    @Override
    public void runAsync(long token, Duration delay, Callable<?> work) {
        process.after(
                delay.toNanos() + environment.draws().workNanos(), this, this + " works outside, " + token, () -> {
                    Object result = null;
                    Throwable failure = null;
                    try {
                        result = work.call();
                    } catch (ProcessDied died) {
                        throw died;
                    } catch (Throwable thrown) {
                        failure = thrown;
                    }
                    Object done = result;
                    Throwable failed = failure;
                    String what = "work " + token + (failed == null ? " is done" : " failed: " + failed);
                    process.send(
                            "worker", this, what, () -> onceOpen(opened -> opened.onAsyncDone(token, done, failed)));
                });
    }

    @Override
    public void report(SubtaskReport report) {
        stopped |= report instanceof SubtaskReport.Stopped;
        ready |= report instanceof SubtaskReport.Ready;
        boolean mayBeLost = report instanceof SubtaskReport.Acknowledged
                || report instanceof SubtaskReport.Declined
                || report instanceof SubtaskReport.Committed;
        if (mayBeLost && environment.faults().strikes(Fault.LOST_REPORT)) {
            return;
        }
        process.send(this, coordinator, report, () -> coordinator.onReport(report));
        if (environment.faults().strikes(Fault.REPEATED_REPORT)) {
            coordinator.repeatLate(report);
        }
    }

    @Override
    public void warnOfSlowSlice(String operators, long nanos) {
        // virtual time jumps between events, never within one
    }

    @Override
    public void wakeSource() {
        process.send("waker", this, "wake the source", () -> onceOpen(Subtask::onSourceWoken));
    }

    /** Time as this subtask feels it: it passes a little while the subtask works. */
    private final class Clock implements TaskClock {
        private long nanos;

        @Override
        public long nanoTime() {
            long stepNanos = environment.schedule().clockStepNanos();
            nanos = Math.max(nanos, environment.events().nowNanos())
                    + environment.draws().nanosBetween(0, stepNanos);
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return SimulatedProcess.wallMillis(
                    Math.max(nanos, environment.events().nowNanos()));
        }
    }

    @Override
    public String toString() {
        return "subtask " + part.id() + " of " + attempt;
    }
}
