package dev.weir.engine.worker;

import dev.weir.engine.element.Element;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.plan.Redrawing;
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
import dev.weir.engine.wire.Alarm;
import dev.weir.engine.wire.TaskDispatchers;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.jspecify.annotations.Nullable;

/** The thin shell around a {@link Subtask}: mailbox, dispatcher, and the results of asynchronous work as messages. */
public final class SubtaskActor extends AbstractBehavior<SubtaskActor.Command> {

    /** What it accepts. */
    public sealed interface Command {}

    /** An element for one of its channels. */
    public record Deliver(long attempt, int channel, Element element) implements Command {}

    /** Credit from the receiver of one of its channels. */
    public record Grant(long attempt, int edge, int receiver, long upTo) implements Command {}

    /** All subtasks of the attempt; sent once, when all exist. */
    public record Connect(Map<SubtaskId, ActorRef<Command>> peers) implements Command {}

    /** From the coordinator or an enumerator. */
    public record Order(SubtaskOrder order) implements Command {}

    private enum Run implements Command {
        SLICE
    }

    private enum Woken implements Command {
        SOURCE
    }

    private record Restored(
            @Nullable RestoredSubtask state,
            RestoreWay way,
            @Nullable Throwable failure) implements Command {}

    private record Written(
            long checkpointId,
            @Nullable SubtaskStateHandle handle,
            SnapshotFigures times,
            @Nullable Throwable writeFailure,
            @Nullable Throwable prepareFailure)
            implements Command {}

    private record AsyncDone(
            long token, @Nullable Object result, @Nullable Throwable failure) implements Command {}

    /** Starts one subtask; what it reports goes to {@code reports}. */
    public static Behavior<Command> create(SubtaskDeployment deployment, ActorRef<SubtaskReport> reports) {
        return Behaviors.setup(context -> new SubtaskActor(context, deployment, reports));
    }

    private final SubtaskDeployment deployment;
    private final ActorRef<SubtaskReport> reports;
    private final Alarm alarm;
    private final Executor blocking;
    private final Map<SubtaskId, ActorRef<Command>> peers = new HashMap<>();
    private final Queue<Command> early = new ArrayDeque<>();
    private @Nullable Subtask subtask;
    /** Also read by the thread that writes a snapshot. */
    private volatile boolean stopped;

    private SubtaskActor(ActorContext<Command> context, SubtaskDeployment deployment, ActorRef<SubtaskReport> reports) {
        super(context);
        ActorRef<Command> self = context.getSelf();
        this.alarm = TaskDispatchers.alarm(() -> self.tell(Run.SLICE));
        this.deployment = deployment;
        this.reports = reports;
        this.blocking = TaskDispatchers.snapshotExecutor(context.getSystem());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Deliver.class, this::onDeliver)
                .onMessage(Run.class, run -> onRun())
                .onMessage(Grant.class, this::onGrant)
                .onMessage(Order.class, this::onOrder)
                .onMessage(Written.class, this::onWritten)
                .onMessage(AsyncDone.class, this::onAsyncDone)
                .onMessage(Woken.class, woken -> onWoken())
                .onMessage(Connect.class, this::onConnect)
                .onMessage(Restored.class, this::onRestored)
                .onSignal(PostStop.class, stop -> onPostStop())
                .build();
    }

    private Behavior<Command> onDeliver(Deliver deliver) {
        if (subtask == null) {
            early.add(deliver);
        } else if (deliver.attempt() == deployment.fence().attempt()) {
            subtask.arrive(deliver.channel(), deliver.element());
        }
        return this;
    }

    private Behavior<Command> onRun() {
        if (subtask != null) {
            subtask.run();
        }
        return this;
    }

    private Behavior<Command> onGrant(Grant grant) {
        if (subtask != null && grant.attempt() == deployment.fence().attempt()) {
            subtask.onGrant(grant.edge(), grant.receiver(), grant.upTo());
        }
        return this;
    }

    private Behavior<Command> onOrder(Order order) {
        if (subtask == null) {
            return onEarlyOrder(order);
        }
        if (order.order() instanceof SubtaskOrder.Completed completed) {
            deployment.job().versions().completed(deployment.subtask(), completed.checkpointId());
            deployment.job().bases().completed(deployment.subtask(), completed.checkpointId());
        } else if (order.order() instanceof SubtaskOrder.Aborted aborted) {
            deployment.job().versions().aborted(deployment.subtask(), aborted.checkpointId());
            deployment.job().bases().aborted(deployment.subtask(), aborted.checkpointId());
        }
        subtask.onOrder(order.order());
        return stopped ? Behaviors.stopped() : this;
    }

    /** Told to stop before it was opened, it has nothing to close; anything else waits. */
    private Behavior<Command> onEarlyOrder(Order order) {
        if (order.order() instanceof SubtaskOrder.Stop stop
                && stop.fence().attempt() == deployment.fence().attempt()) {
            reports.tell(new SubtaskReport.Stopped(deployment.fence(), deployment.subtask()));
            return Behaviors.stopped();
        }
        early.add(order);
        return this;
    }

    private Behavior<Command> onConnect(Connect connect) {
        peers.putAll(connect.peers());
        if (deployment.restore().isEmpty()) {
            return onRestored(new Restored(null, RestoreWay.FROM_STORAGE, null));
        }
        Restoring restoring = deployment.restore().get();
        Optional<RestoredSubtask> kept =
                restoring.way() == RestoreWay.IN_PLACE ? versionOf(restoring) : Optional.empty();
        if (kept.isPresent()) {
            return onRestored(new Restored(kept.get(), RestoreWay.IN_PLACE, null));
        }
        getContext()
                .pipeToSelf(
                        CompletableFuture.supplyAsync(() -> readState(restoring), blocking),
                        (state, failure) -> new Restored(state, RestoreWay.FROM_STORAGE, unwrap(failure)));
        return this;
    }

    private Optional<RestoredSubtask> versionOf(Restoring restoring) {
        return deployment
                .job()
                .versions()
                .find(
                        deployment.subtask(),
                        restoring.version(),
                        SubtaskShape.of(deployment.plan(), deployment.subtask()),
                        restoring.slice());
    }

    private RestoredSubtask readState(Restoring restoring) {
        try {
            return deployment
                    .job()
                    .files()
                    .read(restoring.slice(), deployment.fence().attempt(), System::currentTimeMillis);
        } catch (Exception failure) {
            throw new CompletionException(failure);
        }
    }

    private Behavior<Command> onRestored(Restored restored) {
        try {
            if (restored.failure() != null) {
                throw restored.failure();
            }
            JobContext job = deployment.job();
            JobGraph graph = job.program().build(job.arguments(), job.settings().parallelism());
            Redrawing.check(deployment.plan(), graph);
            SubtaskSpec spec = new SubtaskSpec(
                    deployment.plan(),
                    deployment.subtask(),
                    deployment.fence(),
                    job.settings(),
                    job.lineage(),
                    job.state(),
                    restored.state(),
                    job.claimedRun(),
                    job.files().loader());
            subtask = new Subtask(spec, graph, new ActorOutbox(), new SystemTaskClock());
            job.meters().add(subtask.meter());
        } catch (Throwable failure) {
            reports.tell(new SubtaskReport.Failed(deployment.fence(), deployment.subtask(), failure));
            return this;
        }
        RestoredSubtask state = restored.state();
        if (state != null) {
            deployment.restore().ifPresent(restoring -> keepBase(restoring, state));
            reports.tell(new SubtaskReport.Restored(deployment.fence(), deployment.subtask(), restored.way()));
        }
        subtask.open();
        early.forEach(getContext().getSelf()::tell);
        early.clear();
        return this;
    }

    private void keepBase(Restoring restoring, RestoredSubtask state) {
        if (restoring.version().lineage().equals(deployment.job().lineage())) {
            deployment.job().bases().restored(deployment.subtask(), state);
        }
    }

    private Behavior<Command> onWritten(Written written) {
        if (subtask == null) {
            return this;
        }
        if (written.prepareFailure() != null) {
            subtask.onPrepareFailed(written.prepareFailure());
        } else if (written.handle() != null) {
            subtask.onSnapshotWritten(written.checkpointId(), written.handle(), written.times());
        } else if (written.writeFailure() != null) {
            subtask.onSnapshotFailed(written.checkpointId(), written.writeFailure());
        }
        return this;
    }

    private Behavior<Command> onAsyncDone(AsyncDone done) {
        if (subtask != null) {
            subtask.onAsyncDone(done.token(), done.result(), done.failure());
        }
        return this;
    }

    private Behavior<Command> onWoken() {
        if (subtask != null) {
            subtask.onSourceWoken();
        }
        return this;
    }

    private Behavior<Command> onPostStop() {
        alarm.cancel();
        return this;
    }

    private static @Nullable Throwable unwrap(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private final class ActorOutbox implements Outbox {

        private final ActorRef<Command> self = getContext().getSelf();
        private final long attempt = deployment.fence().attempt();

        @Override
        public void send(SubtaskId receiver, int channelAtReceiver, Element element) {
            peer(receiver).tell(new Deliver(attempt, channelAtReceiver, element));
        }

        @Override
        public void grant(SubtaskId sender, int edge, long upTo) {
            peer(sender).tell(new Grant(attempt, edge, deployment.subtask().index(), upTo));
        }

        private ActorRef<Command> peer(SubtaskId id) {
            ActorRef<Command> peer = peers.get(id);
            if (peer == null) {
                throw new IllegalStateException("a channel leads to a subtask of the attempt: subtask=" + id);
            }
            return peer;
        }

        @Override
        public void requestSlice() {
            self.tell(Run.SLICE);
        }

        @Override
        public void wakeAt(long nanoTime) {
            alarm.set(nanoTime);
        }

        @Override
        public void writeSnapshot(PendingSnapshot snapshot) {
            long checkpointId = snapshot.target().checkpointId();
            snapshot.content().whenComplete((content, failure) -> {
                if (failure != null) {
                    SnapshotFigures none = SnapshotFigures.NONE;
                    self.tell(new Written(checkpointId, null, none, null, unwrap(failure)));
                } else {
                    blocking.execute(() -> self.tell(write(snapshot, content)));
                }
            });
        }

        private Written write(PendingSnapshot snapshot, SubtaskSnapshot content) {
            long start = System.nanoTime();
            long checkpointId = snapshot.target().checkpointId();
            try {
                keep(snapshot, content);
                JobContext job = deployment.job();
                SubtaskStateHandle handle = job.bases().write(job.files(), deployment.subtask(), snapshot, content);
                if (stopped) {
                    // Nobody is left to acknowledge it, and its round has been given up.
                    job.files().discard(handle);
                }
                SnapshotFigures figures = snapshot.figuresOf(handle, System.nanoTime() - start);
                return new Written(checkpointId, handle, figures, null, null);
            } catch (Throwable failure) {
                content.release();
                deployment.job().versions().aborted(deployment.subtask(), checkpointId);
                return new Written(checkpointId, null, SnapshotFigures.NONE, failure, null);
            }
        }

        private void keep(PendingSnapshot snapshot, SubtaskSnapshot content) {
            FrozenVersions versions = deployment.job().versions();
            if (versions.isOn() && !stopped && FrozenVersion.suits(snapshot.kind(), content)) {
                VersionName name = new VersionName(
                        deployment.job().lineage(), snapshot.target().checkpointId());
                SubtaskShape shape = SubtaskShape.of(deployment.plan(), deployment.subtask());
                versions.keep(deployment.subtask(), FrozenVersion.of(name, shape, content));
            }
        }

        @Override
        public void runAsync(long token, Duration delay, Callable<?> work) {
            Runnable run = () -> self.tell(call(token, work));
            if (delay.isZero()) {
                blocking.execute(run);
            } else {
                getContext()
                        .getSystem()
                        .scheduler()
                        .scheduleOnce(
                                delay, () -> blocking.execute(run), getContext().getExecutionContext());
            }
        }

        private static AsyncDone call(long token, Callable<?> work) {
            try {
                return new AsyncDone(token, work.call(), null);
            } catch (Throwable failure) {
                return new AsyncDone(token, null, failure);
            }
        }

        @Override
        public void report(SubtaskReport report) {
            if (report instanceof SubtaskReport.Stopped) {
                stopped = true;
            }
            reports.tell(report);
        }

        @Override
        public void warnOfSlowSlice(String operators, long nanos) {
            getContext()
                    .getLog()
                    .warn(
                            "job {}: {} held a shared thread for {} ms without a pause; declare it blocking() if it"
                                    + " waits, so that it gets a thread of its own",
                            deployment.plan().jobName(),
                            operators,
                            nanos / 1_000_000);
        }

        @Override
        public void wakeSource() {
            self.tell(Woken.SOURCE);
        }
    }

    private static final class SystemTaskClock implements TaskClock {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return System.currentTimeMillis();
        }
    }
}
