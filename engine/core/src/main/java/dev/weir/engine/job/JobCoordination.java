package dev.weir.engine.job;

import dev.weir.engine.checkpoint.CheckpointRounds;
import dev.weir.engine.checkpoint.Moment;
import dev.weir.engine.checkpoint.RoundEffect;
import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.checkpoint.RoundStatistics;
import dev.weir.engine.job.JobLifecycle.Cure;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.storage.PublishOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * One job under one coordinator: its lifecycle and its checkpoint rounds together. Takes events with the moment they
 * happened, gives effects through a {@link JobOutbox}. No actor, clock or storage; one thread at a time.
 *
 * <p>Invariant: after the end nothing is asked of the outbox any more, but for the settling of storage that was under way.
 */
public final class JobCoordination {

    /**
     * What is coordinated.
     *
     * @param epoch this coordinator's, claimed in the job's log
     * @param retained ids of the checkpoints the log lists, rising
     * @param start what this run starts from
     * @param base where that is a checkpoint of the job's own lineage its id; 0 else
     */
    public record Job(
            String jobId,
            ExecutionPlan plan,
            JobSettings settings,
            long epoch,
            List<Long> retained,
            StartPoint start,
            long base) {

        /** One that can't refer to what it starts from. */
        public Job(
                String jobId,
                ExecutionPlan plan,
                JobSettings settings,
                long epoch,
                List<Long> retained,
                StartPoint start) {
            this(jobId, plan, settings, epoch, retained, start, 0);
        }
    }

    private final List<SubtaskId> subtasks;
    private final CheckpointRounds rounds;
    private final JobLifecycle lifecycle;
    private final JobOutbox outbox;
    private final OnCancel onCancel;
    private long lastRecoveryPoint;

    /** @param random for the jitter of restart delays */
    public JobCoordination(Job job, JobOutbox outbox, RandomGenerator random) {
        JobSettings settings = job.settings();
        this.subtasks = job.plan().subtasks();
        this.rounds =
                new CheckpointRounds(settings.checkpoint(), settings.savepoint().timeout(), job.retained(), job.base());
        this.onCancel = settings.checkpoint().retention().onCancel();
        this.lifecycle = new JobLifecycle(
                job.jobId(),
                subtasks,
                settings.task().cancelTimeout(),
                new RestartStrategy(settings.restart(), random),
                job.epoch(),
                job.start());
        this.outbox = outbox;
    }

    public JobStatus status() {
        return lifecycle.status();
    }

    public Fence fence() {
        return lifecycle.fence();
    }

    /** Why the current or last attempt failed. */
    public Optional<JobFailedException> failure() {
        return lifecycle.failure();
    }

    public List<RoundRecord> history() {
        return rounds.history();
    }

    public Optional<RoundRecord> lastCompleted() {
        return rounds.lastCompleted();
    }

    /** Figures of all rounds. */
    public RoundStatistics statistics() {
        return rounds.statistics();
    }

    public void start(Moment now) {
        live(lifecycle.start(), now);
    }

    /** Ends the job without an end of its data; harmless when it has ended. */
    public void cancel(Moment now) {
        live(lifecycle.cancel(), now);
    }

    /**
     * Asks for a checkpoint, a savepoint or a stop with savepoint. The answer is {@code requestDone} or {@code
     * requestFailed}, at once where the job is in no state to take one.
     */
    public void request(RoundRequest request, Moment now) {
        if (status() == JobStatus.RUNNING) {
            round(rounds.onRequested(request, now), now);
        } else {
            outbox.requestFailed(
                    request,
                    "rounds are taken of a running job: status=" + status() + "; ask again once it is RUNNING");
        }
    }

    public void onDeployed(Fence fence, Moment now) {
        live(lifecycle.onDeployed(fence), now);
    }

    public void onDeployFailed(Fence fence, Throwable cause, Moment now) {
        live(lifecycle.onDeployFailed(fence, cause, Cures.of(cause), now.nanos()), now);
    }

    /** Takes what a subtask reports; what comes from another attempt moves nothing. */
    public void onReport(SubtaskReport report, Moment now) {
        Fence fence = report.fence();
        SubtaskId subtask = report.subtask();
        if (report instanceof SubtaskReport.Ready) {
            live(lifecycle.onReady(fence, subtask), now);
        } else if (report instanceof SubtaskReport.Acknowledged ack) {
            round(rounds.onAcknowledged(fence, subtask, ack.checkpointId(), ack.handle(), ack.times(), now), now);
        } else if (report instanceof SubtaskReport.Declined declined) {
            String reason = String.valueOf(declined.reason());
            round(rounds.onDeclined(fence, subtask, declined.checkpointId(), reason, now), now);
        } else if (report instanceof SubtaskReport.Failed failed) {
            onFailed(fence, failed.cause(), now);
        } else if (report instanceof SubtaskReport.Drained) {
            round(rounds.onDrained(fence, subtask, now), now);
        } else if (report instanceof SubtaskReport.Committed committed) {
            round(rounds.onCommitted(fence, subtask, committed.checkpointId(), now), now);
        } else if (report instanceof SubtaskReport.Stopped) {
            live(lifecycle.onStopped(fence, subtask), now);
        } else if (report instanceof SubtaskReport.SplitRequested) {
            if (fence.equals(fence())) {
                outbox.requestSplit(fence, subtask);
            }
        } else {
            throw new AssertionError("no case for " + report);
        }
    }

    /** The enumerators' states as of the trigger, by uid. */
    public void onEnumerators(Fence fence, long checkpointId, Map<String, byte[]> states, Moment now) {
        round(rounds.onEnumerators(fence, checkpointId, states, now), now);
    }

    /** Something of an attempt failed that isn't a subtask: an enumerator, or the shell itself. */
    public void onFailed(Fence fence, Throwable cause, Moment now) {
        live(lifecycle.onFailed(fence, cause, Cures.of(cause), now.nanos()), now);
    }

    /**
     * What the attempt restored is damaged; where the settings allow it an older checkpoint was found in its place.
     *
     * @param olderCheckpointId the one that the next attempt restores
     */
    public void onFallBack(Fence fence, long olderCheckpointId, Throwable cause, Moment now) {
        if (fence.equals(fence())) {
            round(rounds.onFallBack("an older checkpoint is restored, " + olderCheckpointId + ": " + cause, now), now);
            live(lifecycle.onFallBack(fence, olderCheckpointId, cause, now.nanos()), now);
        }
    }

    public void onSourcesStopped(Fence fence, Moment now) {
        live(lifecycle.onSourcesStopped(fence), now);
    }

    public void onTimer(JobTimer timer, Moment now) {
        if (timer instanceof JobTimer.OfRounds ofRounds) {
            round(rounds.onTimer(ofRounds.timer(), now), now);
        } else {
            live(lifecycle.onTimer(timer), now);
        }
    }

    public void onIdsReserved(long first, int count, Moment now) {
        round(rounds.onIdsReserved(first, count, now), now);
    }

    public void onIdsRefused(String reason, Moment now) {
        round(rounds.onIdsRefused(reason, now), now);
    }

    public void onPublishOutcome(long checkpointId, PublishOutcome outcome, String detail, Moment now) {
        round(rounds.onPublishOutcome(checkpointId, outcome, detail, now), now);
    }

    /** Another coordinator was found to own the job. */
    public void onSuperseded(String detail, Moment now) {
        round(rounds.onSuperseded(detail, now), now);
    }

    private void live(List<LifecycleEffect> effects, Moment now) {
        effects.forEach(effect -> perform(effect, now));
        advance(now);
    }

    private void round(List<RoundEffect> effects, Moment now) {
        effects.forEach(effect -> perform(effect, now));
        advance(now);
    }

    private void advance(Moment now) {
        rounds.lastCompleted().ifPresent(this::onRecoveryPoint);
        if (rounds.isSettled()) {
            lifecycle.advance().forEach(effect -> perform(effect, now));
        }
    }

    /** Each is told once: after a fall-back the newest is no longer what is restored. */
    private void onRecoveryPoint(RoundRecord newest) {
        if (newest.checkpointId() != lastRecoveryPoint) {
            lastRecoveryPoint = newest.checkpointId();
            if (newest.kind().endsJob()) {
                lifecycle.onStopPublished(lastRecoveryPoint);
            } else {
                lifecycle.onCheckpointCompleted(lastRecoveryPoint);
            }
        }
    }

    private void perform(LifecycleEffect effect, Moment now) {
        if (effect instanceof LifecycleEffect.Deploy deploy) {
            deploy.restoreFrom().ifPresent(id -> rounds.onRestored(id, now));
            outbox.deploy(deploy.fence(), deploy.restoreFrom());
        } else if (effect instanceof LifecycleEffect.Conclude conclude) {
            Set<SubtaskId> all = Set.copyOf(subtasks);
            perform(rounds.onConcluding(conclude.fence(), all, all, conclude.checkpointId(), now), now);
        } else if (effect instanceof LifecycleEffect.Go go) {
            tellAll(new SubtaskOrder.Go(go.fence()));
            outbox.startSources(go.fence());
            Set<SubtaskId> all = Set.copyOf(subtasks);
            perform(rounds.onRunning(go.fence(), all, all, now), now);
        } else if (effect instanceof LifecycleEffect.EndRounds end) {
            perform(rounds.onAttemptEnded(end.reason(), now), now);
        } else if (effect instanceof LifecycleEffect.StopAll stop) {
            tellAll(new SubtaskOrder.Stop(stop.fence()));
            outbox.stopSources(stop.fence());
        } else if (effect instanceof LifecycleEffect.Abandon abandon) {
            outbox.abandon(abandon.fence());
        } else if (effect instanceof LifecycleEffect.StartTimer start) {
            outbox.startTimer(start.timer(), start.delayNanos());
        } else if (effect instanceof LifecycleEffect.CancelTimer cancel) {
            outbox.cancelTimer(cancel.timer());
        } else if (effect instanceof LifecycleEffect.Entered entered) {
            outbox.entered(entered.status());
        } else if (effect instanceof LifecycleEffect.Ended ended) {
            JobStatus end = ended.result().status();
            perform(rounds.onJobEnded("the job has ended: status=" + end, now), now);
            if (end == JobStatus.CANCELED && onCancel == OnCancel.DELETE) {
                outbox.deleteRetained();
            }
            outbox.ended(ended.result());
        } else {
            throw new AssertionError("no case for effect " + effect);
        }
    }

    private void perform(List<RoundEffect> effects, Moment now) {
        effects.forEach(effect -> perform(effect, now));
    }

    private void perform(RoundEffect effect, Moment now) {
        if (effect instanceof RoundEffect.ReserveIds reserve) {
            outbox.reserveIds(reserve.count());
        } else if (effect instanceof RoundEffect.Trigger trigger) {
            outbox.triggerSources(
                    trigger.fence(),
                    trigger.checkpointId(),
                    trigger.timestampMillis(),
                    trigger.kind(),
                    trigger.baseId());
        } else if (effect instanceof RoundEffect.StartTimer start) {
            outbox.startTimer(new JobTimer.OfRounds(start.timer()), start.delayNanos());
        } else if (effect instanceof RoundEffect.CancelTimer cancel) {
            outbox.cancelTimer(new JobTimer.OfRounds(cancel.timer()));
        } else if (effect instanceof RoundEffect.Publish publish) {
            outbox.publish(publish.content(), publish.retained());
        } else if (effect instanceof RoundEffect.ReadBack readBack) {
            outbox.readBack(readBack.checkpointId());
        } else if (effect instanceof RoundEffect.TellCompleted completed) {
            tellAll(new SubtaskOrder.Completed(completed.fence(), completed.checkpointId()));
            outbox.completeSources(completed.fence(), completed.checkpointId());
        } else if (effect instanceof RoundEffect.TellAborted aborted) {
            tellAll(new SubtaskOrder.Aborted(aborted.fence(), aborted.checkpointId(), aborted.reason()));
        } else if (effect instanceof RoundEffect.DeleteUnpublished delete) {
            outbox.deleteUnpublished(delete.checkpointId());
        } else if (effect instanceof RoundEffect.DeleteCheckpoint delete) {
            outbox.deleteCheckpoint(delete.checkpointId());
        } else if (effect instanceof RoundEffect.DiscardSavepoint discard) {
            outbox.discardSavepoint(discard.checkpointId());
        } else if (effect instanceof RoundEffect.RequestDone done) {
            outbox.requestDone(done.request(), done.record());
        } else if (effect instanceof RoundEffect.RequestFailed failed) {
            outbox.requestFailed(failed.request(), failed.reason());
        } else {
            performOnLifecycle(effect, now);
        }
    }

    private void performOnLifecycle(RoundEffect effect, Moment now) {
        if (effect instanceof RoundEffect.FailAttempt fail) {
            JobFailedException cause = new JobFailedException(fail.reason(), null, List.of());
            lifecycle
                    .onFailed(fail.fence(), cause, Cure.RESTART_MAY_HELP, now.nanos())
                    .forEach(next -> perform(next, now));
        } else if (effect instanceof RoundEffect.StepDown stepDown) {
            lifecycle.stepDown(stepDown.reason()).forEach(next -> perform(next, now));
        } else if (effect instanceof RoundEffect.AllCommitted committed) {
            lifecycle.onAllCommitted(committed.fence()).forEach(next -> perform(next, now));
        } else {
            throw new AssertionError("no case for effect " + effect);
        }
    }

    private void tellAll(SubtaskOrder order) {
        subtasks.forEach(subtask -> outbox.tell(subtask, order));
    }
}
