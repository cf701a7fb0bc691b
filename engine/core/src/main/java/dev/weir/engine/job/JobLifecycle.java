package dev.weir.engine.job;

import dev.weir.engine.job.RestartStrategy.Decision;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decides the life of one job under one coordinator. Holds no actor, clock or storage; one thread at a time.
 *
 * <pre>
 *   CREATED ──▶ SCHEDULED ──all ready──▶ RUNNING ──all committed──▶ FINISHING ──all stopped──▶ FINISHED
 *                  ▲  └────failure──┐      │ failure
 *        delay over│                ▼      ▼
 *              RESTARTING ◀─────── FAILING ──no restart──▶ FAILED
 *
 *   cancel: ──▶ CANCELING ──▶ CANCELED      another coordinator: ──▶ SUSPENDED
 *   stopping takes longer than cancel-timeout: ──▶ FAILED, what still runs is abandoned
 * </pre>
 *
 * <p>Invariants: attempts rise; an attempt is deployed only when every part of the one before has stopped and no
 * publication is in doubt; it restores the newest completed checkpoint of the lineage, else what the run was started from
 * (where that is damaged and it is allowed, an older one); one that restores the savepoint of a stop only ends the job;
 * the first failure of an attempt is its cause; a terminal state is entered once and never left; what belongs to another
 * attempt changes nothing.
 */
final class JobLifecycle {

    /** Whether another attempt could do better. */
    enum Cure {
        RESTART_MAY_HELP,
        NONE
    }

    private sealed interface Phase {
        record Created() implements Phase {}

        record Scheduled() implements Phase {}

        record Running() implements Phase {}

        record Stopping(Goal goal) implements Phase {}

        record Restarting() implements Phase {}

        record Ended(JobStatus status) implements Phase {}
    }

    /** What a stop leads to. */
    private sealed interface Goal {
        record NextAttempt(long delayNanos) implements Goal {}

        record End(JobStatus status, String reason) implements Goal {}
    }

    private final String jobId;
    private final List<SubtaskId> subtasks;
    private final Duration stopTimeout;
    private final RestartStrategy restarts;
    private final PoisonDetector poison = new PoisonDetector();
    private final Failures failures = new Failures();
    private List<LifecycleEffect> effects = new ArrayList<>();
    private Phase phase = new Phase.Created();
    private Fence fence;
    private AttemptParts parts;
    private OptionalLong restorePoint;
    private OptionalLong stoppedWith;

    JobLifecycle(
            String jobId,
            List<SubtaskId> subtasks,
            Duration stopTimeout,
            RestartStrategy restarts,
            long epoch,
            StartPoint start) {
        this.jobId = jobId;
        this.subtasks = List.copyOf(subtasks);
        this.stopTimeout = stopTimeout;
        this.restarts = restarts;
        this.fence = new Fence(epoch, 0);
        this.parts = new AttemptParts(subtasks);
        this.restorePoint = start.checkpointId();
        this.stoppedWith = start.then() == StartPoint.Then.CONCLUDE ? restorePoint : OptionalLong.empty();
    }

    Fence fence() {
        return fence;
    }

    JobStatus status() {
        if (phase instanceof Phase.Created) {
            return JobStatus.CREATED;
        } else if (phase instanceof Phase.Scheduled) {
            return JobStatus.SCHEDULED;
        } else if (phase instanceof Phase.Running) {
            return JobStatus.RUNNING;
        } else if (phase instanceof Phase.Restarting) {
            return JobStatus.RESTARTING;
        } else if (phase instanceof Phase.Ended ended) {
            return ended.status();
        } else if (phase instanceof Phase.Stopping stopping) {
            return statusOf(stopping.goal());
        }
        throw new AssertionError("no case for " + phase);
    }

    private static JobStatus statusOf(Goal goal) {
        if (goal instanceof Goal.End end) {
            return switch (end.status()) {
                case FINISHED -> JobStatus.FINISHING;
                case CANCELED -> JobStatus.CANCELING;
                default -> JobStatus.FAILING;
            };
        }
        return JobStatus.FAILING;
    }

    /** Why the current or last attempt failed; empty where it hasn't. */
    Optional<JobFailedException> failure() {
        JobFailedException known = failures.toException("attempt " + fence.attempt() + " failed");
        return known.getCause() == null ? Optional.empty() : Optional.of(known);
    }

    List<LifecycleEffect> start() {
        if (phase instanceof Phase.Created) {
            deployNext();
        }
        return decided();
    }

    List<LifecycleEffect> onDeployed(Fence of) {
        if (isCurrent(of) && parts.deployed() && phase instanceof Phase.Stopping) {
            effects.add(new LifecycleEffect.StopAll(fence));
        }
        goWhenReady();
        return decided();
    }

    /** The attempt could not be deployed; nothing of it lives. */
    List<LifecycleEffect> onDeployFailed(Fence of, Throwable cause, Cure cure, long nowNanos) {
        if (isCurrent(of) && !parts.isDeployed()) {
            parts.deployFailed();
            fail(cause, cure, nowNanos);
        }
        return decided();
    }

    List<LifecycleEffect> onReady(Fence of, SubtaskId subtask) {
        if (isCurrent(of)) {
            parts.ready(subtask);
            goWhenReady();
        }
        return decided();
    }

    List<LifecycleEffect> onFailed(Fence of, Throwable cause, Cure cure, long nowNanos) {
        if (isCurrent(of)) {
            fail(cause, cure, nowNanos);
        }
        return decided();
    }

    List<LifecycleEffect> onStopped(Fence of, SubtaskId subtask) {
        if (isCurrent(of)) {
            parts.stopped(subtask);
        }
        return decided();
    }

    List<LifecycleEffect> onSourcesStopped(Fence of) {
        if (isCurrent(of)) {
            parts.sourcesStopped();
        }
        return decided();
    }

    void onCheckpointCompleted(long checkpointId) {
        restorePoint = OptionalLong.of(checkpointId);
    }

    /** The savepoint that the job was to end with is published: the next attempt, if there is one, only commits it. */
    void onStopPublished(long checkpointId) {
        restorePoint = OptionalLong.of(checkpointId);
        stoppedWith = restorePoint;
    }

    /** What the attempt restored is damaged, and an older checkpoint is to be restored instead. */
    List<LifecycleEffect> onFallBack(Fence of, long olderCheckpointId, Throwable cause, long nowNanos) {
        if (isCurrent(of)) {
            restorePoint = OptionalLong.of(olderCheckpointId);
            stoppedWith = OptionalLong.empty();
            fail(cause, Cure.RESTART_MAY_HELP, nowNanos);
        }
        return decided();
    }

    List<LifecycleEffect> onAllCommitted(Fence of) {
        if (isCurrent(of) && phase instanceof Phase.Running) {
            stop(new Goal.End(JobStatus.FINISHED, ""), "the job is finished");
        }
        return decided();
    }

    List<LifecycleEffect> cancel() {
        endWith(new Goal.End(JobStatus.CANCELED, "the job was canceled"));
        return decided();
    }

    List<LifecycleEffect> stepDown(String reason) {
        endWith(new Goal.End(JobStatus.SUSPENDED, reason));
        return decided();
    }

    List<LifecycleEffect> onTimer(JobTimer timer) {
        if (timer instanceof JobTimer.Restart restart && isCurrent(restart.after())) {
            if (phase instanceof Phase.Restarting) {
                deployNext();
            }
        } else if (timer instanceof JobTimer.StopTimeout timeout && isCurrent(timeout.fence())) {
            giveUpWaiting();
        }
        return decided();
    }

    /** Goes on where the attempt has stopped and no publication is in doubt. Called after each event. */
    List<LifecycleEffect> advance() {
        if (phase instanceof Phase.Stopping stopping && parts.isGone()) {
            effects.add(new LifecycleEffect.CancelTimer(new JobTimer.StopTimeout(fence)));
            if (stopping.goal() instanceof Goal.End end) {
                end(end.status(), end.reason());
            } else if (stopping.goal() instanceof Goal.NextAttempt next) {
                restartAfter(next.delayNanos());
            }
        }
        return decided();
    }

    private List<LifecycleEffect> decided() {
        List<LifecycleEffect> decided = effects;
        effects = new ArrayList<>();
        return decided;
    }

    private boolean isCurrent(Fence of) {
        return fence.equals(of);
    }

    private void enter(Phase next) {
        JobStatus before = status();
        phase = next;
        if (status() != before) {
            effects.add(new LifecycleEffect.Entered(status()));
        }
    }

    private void deployNext() {
        fence = new Fence(fence.epoch(), fence.attempt() + 1);
        parts = new AttemptParts(subtasks);
        failures.clear();
        enter(new Phase.Scheduled());
        effects.add(new LifecycleEffect.Deploy(fence, restorePoint));
    }

    private void goWhenReady() {
        if (phase instanceof Phase.Scheduled && parts.isReady()) {
            enter(new Phase.Running());
            effects.add(
                    stoppedWith.isPresent()
                            ? new LifecycleEffect.Conclude(fence, stoppedWith.getAsLong())
                            : new LifecycleEffect.Go(fence));
        }
    }

    private void restartAfter(long delayNanos) {
        if (delayNanos == 0) {
            deployNext();
            return;
        }
        enter(new Phase.Restarting());
        effects.add(new LifecycleEffect.StartTimer(new JobTimer.Restart(fence), delayNanos));
    }

    private void fail(Throwable cause, Cure cure, long nowNanos) {
        if (phase instanceof Phase.Scheduled || phase instanceof Phase.Running) {
            failures.clear();
            failures.add(cause);
            stop(goalAfter(cause, cure, nowNanos), "attempt " + fence.attempt() + " failed: " + cause);
        } else if (phase instanceof Phase.Stopping) {
            failures.add(cause);
        }
    }

    private Goal goalAfter(Throwable cause, Cure cure, long nowNanos) {
        if (cure == Cure.NONE) {
            return new Goal.End(JobStatus.FAILED, "the job failed, and a restart can't help");
        }
        Optional<String> poisoned = poison.onFailure(cause, restorePoint);
        if (poisoned.isPresent()) {
            return new Goal.End(JobStatus.FAILED, poisoned.get());
        }
        Decision decision = restarts.onFailure(nowNanos);
        if (decision instanceof Decision.RestartAfter after) {
            return new Goal.NextAttempt(after.delayNanos());
        } else if (decision instanceof Decision.GiveUp giveUp) {
            return new Goal.End(JobStatus.FAILED, "the job failed, and " + giveUp.reason());
        }
        throw new AssertionError("no case for " + decision);
    }

    private void stop(Goal goal, String reason) {
        enter(new Phase.Stopping(goal));
        if (parts.isDeployed() && !parts.isGone()) {
            effects.add(new LifecycleEffect.StopAll(fence));
        }
        effects.add(new LifecycleEffect.EndRounds(fence, reason));
        effects.add(new LifecycleEffect.StartTimer(new JobTimer.StopTimeout(fence), stopTimeout.toNanos()));
    }

    /** Ends the job from whatever it is doing. A stop that already leads to an end keeps its goal. */
    private void endWith(Goal.End goal) {
        if (phase instanceof Phase.Scheduled || phase instanceof Phase.Running) {
            stop(goal, goal.reason());
        } else if (phase instanceof Phase.Stopping stopping) {
            if (stopping.goal() instanceof Goal.NextAttempt) {
                enter(new Phase.Stopping(goal));
            }
        } else if (phase instanceof Phase.Created || phase instanceof Phase.Restarting) {
            effects.add(new LifecycleEffect.CancelTimer(new JobTimer.Restart(fence)));
            end(goal.status(), goal.reason());
        }
    }

    private void giveUpWaiting() {
        if (phase instanceof Phase.Stopping && !parts.isGone()) {
            effects.add(new LifecycleEffect.Abandon(fence));
            end(
                    JobStatus.FAILED,
                    "a stop ends within weir.task.cancel-timeout=" + stopTimeout + ": still running: " + parts.living()
                            + "; threads are abandoned, end the process to be rid of them, and let user code heed"
                            + " interrupts");
        }
    }

    private void end(JobStatus status, String reason) {
        boolean isFailure = status == JobStatus.FAILED || status == JobStatus.SUSPENDED;
        Optional<JobFailedException> failure = isFailure ? Optional.of(failures.toException(reason)) : Optional.empty();
        enter(new Phase.Ended(status));
        effects.add(new LifecycleEffect.Ended(new JobResult(jobId, status, fence.attempt(), failure)));
    }
}
