package dev.weir.engine.job;

import dev.weir.engine.checkpoint.Moment;
import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.enumeration.EnumeratorActor;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.wire.TaskDispatchers;
import dev.weir.engine.worker.JobContext;
import dev.weir.engine.worker.SubtaskActor;
import dev.weir.engine.worker.SubtaskDeployment;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.snapshot.storage.SteppedDownException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shell around {@link JobCoordination}: spawns the parts of an attempt, turns messages, timers and answers of the
 * storage into calls. What throws unexpectedly in it fails the attempt with that cause, never the JVM.
 */
public final class JobActor extends AbstractBehavior<JobCommand> {

    /**
     * What it works with.
     *
     * @param monitor told of everything others may see
     */
    public record Wiring(
            JobCoordination.Job job,
            JobContext context,
            JobArchive archive,
            JobSavepoints savepoints,
            JobMonitor monitor) {}

    public static Behavior<JobCommand> create(Wiring wiring) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new JobActor(context, timers, wiring)));
    }

    private static final Logger LOG = LoggerFactory.getLogger(JobActor.class);

    /** Timers of the actor system reach no further than 248 days; a longer one is cut. */
    private static final Duration LONGEST_TIMER = Duration.ofDays(200);

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

    private final TimerScheduler<JobCommand> timers;
    private final Wiring wiring;
    private final JobCoordination coordination;
    private final Executor blocking;
    private final SerialQueue storage;
    private final StorageLane lane;
    private final ActorRef<SubtaskReport> reports;
    private final ActorRef<EnumeratorActor.Event> sourceEvents;
    private final Map<SubtaskId, ActorRef<SubtaskActor.Command>> subtasks = new TreeMap<>();
    private final Set<SubtaskId> stopped = new HashSet<>();
    private final RollBacks rollBacks = new RollBacks();
    private final RequestDesk desk;
    private @Nullable ActorRef<EnumeratorActor.Command> sources;
    private OptionalLong restored = OptionalLong.empty();
    private @Nullable JobResult result;

    private JobActor(ActorContext<JobCommand> context, TimerScheduler<JobCommand> timers, Wiring wiring) {
        super(context);
        this.timers = timers;
        this.wiring = wiring;
        this.desk = new RequestDesk(
                wiring.savepoints(), wiring.job().settings().savepoint().dir());
        this.coordination = new JobCoordination(wiring.job(), new ActorOutbox(), new SplittableRandom());
        this.blocking = TaskDispatchers.snapshotExecutor(context.getSystem());
        this.storage = new SerialQueue(blocking);
        this.lane = new StorageLane(wiring.archive(), storage, context.getSelf()::tell);
        this.reports = context.messageAdapter(SubtaskReport.class, JobCommand.Reported::new);
        this.sourceEvents = context.messageAdapter(EnumeratorActor.Event.class, JobCommand.FromSources::new);
        context.getSelf().tell(new JobCommand.Begin());
    }

    @Override
    public Receive<JobCommand> createReceive() {
        return newReceiveBuilder()
                .onMessage(JobCommand.Begin.class, begin -> guarded(() -> coordination.start(now())))
                .onMessage(JobCommand.Cancel.class, cancel -> guarded(() -> coordination.cancel(now())))
                .onMessage(JobCommand.Request.class, request -> guarded(() -> onRequest(request)))
                .onMessage(JobCommand.PlaceOpened.class, opened -> guarded(() -> onPlaceOpened(opened)))
                .onMessage(JobCommand.Reported.class, reported -> guarded(() -> onReport(reported.report())))
                .onMessage(JobCommand.FromSources.class, from -> guarded(() -> onSourceEvent(from.event())))
                .onMessage(JobCommand.Due.class, due -> guarded(() -> coordination.onTimer(due.timer(), now())))
                .onMessage(JobCommand.Prepared.class, prepared -> guarded(() -> onPrepared(prepared)))
                .onMessage(JobCommand.IdsReserved.class, reserved -> guarded(() -> onIdsReserved(reserved)))
                .onMessage(JobCommand.Published.class, published -> guarded(() -> onPublished(published)))
                .onMessage(JobCommand.Judged.class, judged -> guarded(() -> onJudged(judged)))
                .onMessage(JobCommand.Stored.class, stored -> guarded(() -> onStored(stored)))
                .onMessage(JobCommand.Gone.class, gone -> guarded(() -> onGone(gone)))
                .onMessage(JobCommand.SourcesGone.class, gone -> guarded(() -> onSourcesGone(gone)))
                .onMessage(JobCommand.Closed.class, closed -> onClosed())
                .build();
    }

    private Behavior<JobCommand> guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable thrown) {
            LOG.error("job {}: the coordinator failed", wiring.job().jobId(), thrown);
            coordination.onFailed(coordination.fence(), thrown, now());
        }
        wiring.monitor().update(JobReport.of(wiring.job().jobId(), coordination, restored, rollBacks));
        desk.deliver();
        return this;
    }

    private static Moment now() {
        return new Moment(System.nanoTime(), System.currentTimeMillis());
    }

    private void onRequest(JobCommand.Request request) {
        desk.take(request, blocking, getContext().getSelf()::tell);
        askRounds();
    }

    private void onPlaceOpened(JobCommand.PlaceOpened opened) {
        desk.take(opened);
        askRounds();
    }

    private void askRounds() {
        for (Optional<RoundRequest> next = desk.next(); next.isPresent(); next = desk.next()) {
            coordination.request(next.get(), now());
        }
    }

    private void onReport(SubtaskReport report) {
        if (report instanceof SubtaskReport.Restored restoredNow) {
            rollBacks.onRestored(restoredNow);
            return;
        }
        if (report instanceof SubtaskReport.Failed failed) {
            rollBacks.onFailed(failed.fence(), failed.subtask());
            // Writing a stack trace may take longer than the stop that waits for this thread.
            blocking.execute(() ->
                    LOG.warn("job {}: subtask {} failed", wiring.job().jobId(), failed.subtask(), failed.cause()));
            if (Cures.isDamage(failed.cause())) {
                Damaged damaged =
                        wiring.job().settings().checkpoint().retention().damaged();
                lane.judge(failed, restored, damaged);
                return;
            }
        } else if (report instanceof SubtaskReport.Declined declined) {
            LOG.warn(
                    "job {}: subtask {} declines checkpoint {}",
                    wiring.job().jobId(),
                    declined.subtask(),
                    declined.checkpointId(),
                    declined.reason());
        } else if (report instanceof SubtaskReport.Stopped done && done.fence().equals(coordination.fence())) {
            stopped.add(done.subtask());
        }
        coordination.onReport(report, now());
    }

    private void onJudged(JobCommand.Judged judged) {
        if (judged.failure() instanceof SteppedDownException superseded) {
            coordination.onSuperseded(String.valueOf(superseded.getMessage()), now());
        }
        SubtaskReport.Failed report = judged.report();
        if (judged.older().isPresent()) {
            LOG.warn(
                    "job {}: the newest checkpoint is damaged, and weir.checkpoint.fallback-to-older is on: going back to"
                            + " checkpoint {}; results that were committed since then are repeated",
                    wiring.job().jobId(),
                    judged.older().getAsLong(),
                    report.cause());
            coordination.onFallBack(report.fence(), judged.older().getAsLong(), report.cause(), now());
        } else {
            coordination.onReport(report, now());
        }
    }

    private void onSourceEvent(EnumeratorActor.Event event) {
        if (event instanceof EnumeratorActor.Snapshots snapshots) {
            coordination.onEnumerators(event.fence(), snapshots.checkpointId(), snapshots.states(), now());
        } else if (event instanceof EnumeratorActor.Failed failed) {
            LOG.warn("job {}: an enumerator failed", wiring.job().jobId(), failed.cause());
            coordination.onFailed(event.fence(), failed.cause(), now());
        } else if (event instanceof EnumeratorActor.Stopped) {
            coordination.onSourcesStopped(event.fence(), now());
        } else {
            throw new AssertionError("no case for " + event);
        }
    }

    private void onPrepared(JobCommand.Prepared prepared) {
        if (prepared.failure() instanceof SteppedDownException superseded) {
            coordination.onSuperseded(String.valueOf(superseded.getMessage()), now());
        }
        if (prepared.failure() != null) {
            coordination.onDeployFailed(prepared.fence(), prepared.failure(), now());
        } else if (prepared.restore() != null && prepared.fence().equals(coordination.fence())) {
            spawnAll(prepared.fence(), prepared.restore());
            coordination.onDeployed(prepared.fence(), now());
        }
    }

    private void spawnAll(Fence fence, JobArchive.Restore restore) {
        subtasks.clear();
        stopped.clear();
        ExecutionPlan plan = wiring.job().plan();
        for (SubtaskId id : plan.subtasks()) {
            SubtaskDeployment deployment =
                    new SubtaskDeployment(plan, id, fence, wiring.context(), rollBacks.restoring(id, restore));
            Chain chain = plan.chain(id.chain());
            ActorRef<SubtaskActor.Command> subtask = getContext()
                    .spawn(
                            SubtaskActor.create(deployment, reports),
                            "attempt-" + fence.attempt() + "-" + id.chain() + "-" + id.index(),
                            dispatcherOf(chain.threading()));
            getContext().watchWith(subtask, new JobCommand.Gone(fence, id, JobCommand.Gone.Order.MAY_OVERTAKE));
            subtasks.put(id, subtask);
        }
        ActorRef<EnumeratorActor.Command> enumerators = getContext()
                .spawn(
                        EnumeratorActor.create(new EnumeratorActor.Wiring(
                                plan,
                                fence,
                                wiring.context(),
                                restore.enumerators(),
                                Map.copyOf(subtasks),
                                sourceEvents)),
                        "attempt-" + fence.attempt() + "-enumerators",
                        dispatcherOf(Threading.SHARED));
        getContext().watchWith(enumerators, new JobCommand.SourcesGone(fence, JobCommand.Gone.Order.MAY_OVERTAKE));
        sources = enumerators;
        SubtaskActor.Connect connect = new SubtaskActor.Connect(Map.copyOf(subtasks));
        subtasks.values().forEach(subtask -> subtask.tell(connect));
    }

    private DispatcherSelector dispatcherOf(Threading threading) {
        return TaskDispatchers.forTasks(
                getContext().getSystem(),
                wiring.job().jobId(),
                wiring.job().settings().task().threads(),
                threading);
    }

    private void onIdsReserved(JobCommand.IdsReserved reserved) {
        if (reserved.failure() instanceof SteppedDownException superseded) {
            coordination.onSuperseded(String.valueOf(superseded.getMessage()), now());
        } else if (reserved.failure() != null) {
            coordination.onIdsRefused(String.valueOf(reserved.failure()), now());
        } else {
            coordination.onIdsReserved(reserved.first(), reserved.count(), now());
        }
    }

    private void onPublished(JobCommand.Published published) {
        PublishOutcome outcome = published.outcome();
        if (published.failure() instanceof SteppedDownException superseded) {
            coordination.onSuperseded(String.valueOf(superseded.getMessage()), now());
        } else if (published.failure() != null) {
            LOG.warn(
                    "job {}: checkpoint {} could not be published", wiring.job().jobId(), published.checkpointId());
            coordination.onPublishOutcome(
                    published.checkpointId(), PublishOutcome.NOT_PUBLISHED, String.valueOf(published.failure()), now());
        } else if (outcome == PublishOutcome.UNKNOWN) {
            // The store has read the slot back as often as it makes sense, and writes no more.
            coordination.onSuperseded(
                    "whether checkpoint " + published.checkpointId() + " was published can't be known", now());
        } else if (outcome != null) {
            coordination.onPublishOutcome(published.checkpointId(), outcome, "the log's slot was taken", now());
            if (outcome == PublishOutcome.PUBLISHED) {
                lane.prepareRestart();
            }
        }
    }

    private void onStored(JobCommand.Stored stored) {
        if (stored.failure() instanceof SteppedDownException superseded) {
            coordination.onSuperseded(String.valueOf(superseded.getMessage()), now());
        } else if (stored.failure() != null) {
            LOG.warn("job {}: {} failed", wiring.job().jobId(), stored.what(), stored.failure());
        }
    }

    private void onGone(JobCommand.Gone gone) {
        if (gone.order() == JobCommand.Gone.Order.MAY_OVERTAKE) {
            getContext().getSelf().tell(new JobCommand.Gone(gone.fence(), gone.subtask(), JobCommand.Gone.Order.LAST));
        } else if (gone.fence().equals(coordination.fence()) && stopped.add(gone.subtask())) {
            rollBacks.onFailed(gone.fence(), gone.subtask());
            Throwable cause = new IllegalStateException(
                    "the actor of subtask " + gone.subtask() + " ended without a report; the log says why");
            coordination.onReport(new SubtaskReport.Failed(gone.fence(), gone.subtask(), cause), now());
            coordination.onReport(new SubtaskReport.Stopped(gone.fence(), gone.subtask()), now());
        }
    }

    private void onSourcesGone(JobCommand.SourcesGone gone) {
        if (gone.order() == JobCommand.Gone.Order.MAY_OVERTAKE) {
            getContext().getSelf().tell(new JobCommand.SourcesGone(gone.fence(), JobCommand.Gone.Order.LAST));
        } else {
            coordination.onSourcesStopped(gone.fence(), now());
        }
    }

    private Behavior<JobCommand> onClosed() {
        desk.failAll("the job has ended");
        desk.deliver();
        if (result != null) {
            wiring.monitor().end(result);
        }
        return Behaviors.stopped();
    }

    private final class ActorOutbox implements JobOutbox {

        @Override
        public void deploy(Fence fence, OptionalLong restoreFrom) {
            restored = restoreFrom;
            rollBacks.onDeploy(fence);
            restoreFrom.ifPresent(checkpointId -> LOG.info(
                    "job {}: attempt {} restores checkpoint {}", wiring.job().jobId(), fence.attempt(), checkpointId));
            Callable<JobArchive.Restore> work = () -> restoreFrom.isEmpty()
                    ? JobArchive.Restore.NOTHING
                    : wiring.archive().restore(restoreFrom.getAsLong());
            getContext()
                    .pipeToSelf(
                            storage.run(work),
                            (restore, failure) -> new JobCommand.Prepared(fence, restore, StorageLane.unwrap(failure)));
        }

        @Override
        public void tell(SubtaskId subtask, SubtaskOrder order) {
            ActorRef<SubtaskActor.Command> target = subtasks.get(subtask);
            if (target != null) {
                target.tell(new SubtaskActor.Order(order));
            }
        }

        private void tellSources(EnumeratorActor.Command command) {
            if (sources != null) {
                sources.tell(command);
            }
        }

        @Override
        public void startSources(Fence fence) {
            tellSources(new EnumeratorActor.Start());
        }

        @Override
        public void triggerSources(
                Fence fence, long checkpointId, long timestampMillis, SnapshotKind kind, long baseId) {
            if (kind.isSavepoint()) {
                desk.begin(wiring.job().jobId(), checkpointId);
            }
            tellSources(new EnumeratorActor.TriggerAll(checkpointId, timestampMillis, kind, baseId));
        }

        @Override
        public void completeSources(Fence fence, long checkpointId) {
            tellSources(new EnumeratorActor.Complete(checkpointId));
        }

        @Override
        public void requestSplit(Fence fence, SubtaskId reader) {
            tellSources(new EnumeratorActor.RequestSplit(reader));
        }

        @Override
        public void stopSources(Fence fence) {
            tellSources(new EnumeratorActor.Stop());
        }

        @Override
        public void abandon(Fence fence) {
            subtasks.values().forEach(getContext()::stop);
            if (sources != null) {
                getContext().stop(sources);
            }
            TaskDispatchers.interruptTasks(
                    getContext().getSystem(), wiring.job().jobId());
        }

        @Override
        public void startTimer(JobTimer timer, long delayNanos) {
            Duration delay = Duration.ofNanos(Math.min(delayNanos, LONGEST_TIMER.toNanos()));
            timers.startSingleTimer(timer, new JobCommand.Due(timer), delay);
        }

        @Override
        public void cancelTimer(JobTimer timer) {
            timers.cancel(timer);
        }

        @Override
        public void reserveIds(int count) {
            lane.reserveIds(count);
        }

        @Override
        public void publish(RoundContent content, List<Long> retained) {
            lane.publish(content);
        }

        @Override
        public void readBack(long checkpointId) {
            // The store reads back within its publication, which is still to answer; nothing else can be asked.
            LOG.warn(
                    "job {}: no answer yet to the publication of checkpoint {}",
                    wiring.job().jobId(),
                    checkpointId);
        }

        @Override
        public void deleteUnpublished(long checkpointId) {
            lane.delete(checkpointId);
        }

        @Override
        public void discardSavepoint(long checkpointId) {
            lane.discardSavepoint(checkpointId);
        }

        @Override
        public void deleteRetained() {
            lane.dropCheckpoints();
        }

        @Override
        public void requestDone(RoundRequest request, RoundRecord record) {
            desk.done(request, record);
        }

        @Override
        public void requestFailed(RoundRequest request, String reason) {
            LOG.warn("job {}: {} was asked for in vain: {}", wiring.job().jobId(), request.kind(), reason);
            desk.failed(request, reason);
        }

        @Override
        public void deleteCheckpoint(long checkpointId) {
            deleteUnpublished(checkpointId);
        }

        @Override
        public void entered(JobStatus status) {
            if (status == JobStatus.RUNNING && restored.isPresent()) {
                LOG.info(
                        "job {}: attempt {} goes on from checkpoint {}: {} subtasks rolled back in place, {} read storage",
                        wiring.job().jobId(),
                        coordination.fence().attempt(),
                        restored.getAsLong(),
                        rollBacks.count(RestoreWay.IN_PLACE),
                        rollBacks.count(RestoreWay.FROM_STORAGE));
            }
            LOG.info(
                    "job {}: {}, attempt {}",
                    wiring.job().jobId(),
                    status,
                    coordination.fence().attempt());
            if (status == JobStatus.RUNNING || (status.isTerminal() && status != JobStatus.SUSPENDED)) {
                lane.record(status);
            }
        }

        @Override
        public void ended(JobResult end) {
            result = end;
            timers.startSingleTimer(JobCommand.Closed.class, new JobCommand.Closed(), CLOSE_PATIENCE);
            lane.close(wiring.context().state()::close);
        }
    }
}
