package dev.weir.engine.checkpoint;

import dev.weir.engine.checkpoint.SavepointRun.Phase;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What people have asked for and how far it is: any number of checkpoints, which share the next round, and one savepoint.
 *
 * <p>Invariants: each request is answered once; while a savepoint waits for open rounds or is being taken no checkpoint is
 * triggered; a savepoint of a job that goes on is handed out only when a checkpoint that was triggered after it is complete
 * and confirmed, else it is discarded.
 */
final class RequestedRounds {

    private final Duration savepointTimeout;
    private final Consumer<RoundEffect> effects;
    private final Deque<RoundRequest> checkpoints = new ArrayDeque<>();
    private @Nullable SavepointRun savepoint;

    RequestedRounds(Duration savepointTimeout, Consumer<RoundEffect> effects) {
        this.savepointTimeout = savepointTimeout;
        this.effects = effects;
    }

    Duration savepointTimeout() {
        return savepointTimeout;
    }

    /** Takes a request in. @return why not, where it can't be taken in now */
    Optional<String> accept(RoundRequest request) {
        if (request.kind() == SnapshotKind.CHECKPOINT) {
            checkpoints.addLast(request);
        } else if (savepoint != null) {
            return Optional.of("one savepoint is taken at a time, and " + savepoint.describe() + "; ask again later");
        } else {
            savepoint = new SavepointRun(request);
        }
        return Optional.empty();
    }

    /** Whether only a savepoint may be triggered now, and nothing while it is being taken. */
    boolean holdsCheckpointsBack() {
        return savepoint != null && (savepoint.isIn(Phase.WAITING) || savepoint.isIn(Phase.TAKING));
    }

    /** The kind of the savepoint that is to be triggered as soon as no round is open. */
    Optional<SnapshotKind> wantedSavepoint() {
        return savepoint != null && savepoint.isIn(Phase.WAITING) ? Optional.of(savepoint.kind()) : Optional.empty();
    }

    /** Whether a checkpoint is to be triggered as soon as rounds allow. */
    boolean wantsCheckpoint() {
        return !checkpoints.isEmpty() || (savepoint != null && savepoint.wantsFollower());
    }

    /** What checkpoints wait for or what is being waited for, for people. */
    Optional<String> savepointUnderWay() {
        return Optional.ofNullable(savepoint).map(SavepointRun::describe);
    }

    void triggered(Round round) {
        if (round.kind() == SnapshotKind.CHECKPOINT) {
            round.requests().addAll(checkpoints);
            checkpoints.clear();
            if (savepoint != null && savepoint.wantsFollower()) {
                savepoint.followedBy(round.id());
            }
        } else if (savepoint != null) {
            savepoint.triggered(round.id());
        }
    }

    /** A checkpoint is published and belongs to the running attempt. */
    void completed(Round round, RoundRecord record, Set<SubtaskId> committers) {
        answer(round, record);
        if (savepoint != null && savepoint.isFollower(round.id())) {
            savepoint.followed(round.id(), committers);
            handOutIfConfirmed();
        }
    }

    /** What was asked of an older round is there as well once a younger one has completed. */
    void subsumed(Round older, RoundRecord record) {
        answer(older, record);
    }

    private void answer(Round round, RoundRecord record) {
        round.requests().forEach(request -> effects.accept(new RoundEffect.RequestDone(request, record)));
        round.requests().clear();
    }

    /** A savepoint, or that of a stop, is published. */
    void published(Round round, RoundRecord record, Set<SubtaskId> committers) {
        if (savepoint != null && savepoint.isOf(round.id())) {
            savepoint.published(record, committers);
            if (!round.kind().endsJob()) {
                effects.accept(new RoundEffect.StartTimer(
                        new RoundTimer.SavepointTimeout(round.id()), RoundSchedule.nanosOf(savepointTimeout)));
            }
        }
    }

    /** A round was given up: what was asked of it fails, and a savepoint that it was to follow is worth nothing. */
    void failed(Round round, String reason) {
        round.requests().forEach(request -> effects.accept(new RoundEffect.RequestFailed(request, reason)));
        round.requests().clear();
        SavepointRun running = savepoint;
        if (running == null) {
            return;
        }
        if (running.isOf(round.id())) {
            fail(running, "savepoint " + round.id() + " failed: " + reason);
        } else if (running.isFollowedBy(round.id())) {
            fail(running, "checkpoint " + round.id() + ", taken after it so that its sinks commit, failed: " + reason);
        }
    }

    void confirmed(SubtaskId subtask, long checkpointId) {
        if (savepoint != null) {
            savepoint.confirmed(subtask, checkpointId);
            handOutIfConfirmed();
        }
    }

    /** Whether the notice of a checkpoint is to be repeated for the savepoint before it. */
    boolean isUnconfirmed(long checkpointId) {
        return savepoint != null && savepoint.isUnconfirmed(checkpointId);
    }

    private void handOutIfConfirmed() {
        if (savepoint != null && savepoint.isConfirmed()) {
            handOut(savepoint);
        }
    }

    private void handOut(SavepointRun done) {
        savepoint = null;
        effects.accept(new RoundEffect.CancelTimer(new RoundTimer.SavepointTimeout(done.savepointId())));
        effects.accept(new RoundEffect.RequestDone(done.request(), done.record()));
    }

    /** Everything up to the last round is committed: a stop has what it wanted. */
    void allCommitted() {
        if (savepoint != null && savepoint.kind().endsJob() && savepoint.isIn(Phase.CONFIRMING)) {
            handOut(savepoint);
        }
    }

    void onTimeout(long savepointId) {
        if (savepoint != null && savepoint.isOf(savepointId) && savepoint.isPublished()) {
            fail(savepoint, "it was not followed by a checkpoint and confirmed within " + savepointTimeout);
        }
    }

    /**
     * An attempt is over. What was not triggered fails; a round that is being published still may come to its end, and the
     * published savepoint of a stop is concluded by the next attempt.
     */
    void attemptEnded(String reason, Collection<Round> stillOpen) {
        failCheckpoints(reason);
        SavepointRun running = savepoint;
        boolean goesOn = running == null
                || (running.kind().endsJob() && running.isIn(Phase.CONFIRMING))
                || stillOpen.stream().anyMatch(round -> running.isOf(round.id()));
        if (running != null && !goesOn) {
            fail(running, reason);
        }
    }

    /** No round will be taken any more. */
    void failAll(String reason) {
        failCheckpoints(reason);
        if (savepoint != null) {
            fail(savepoint, reason);
        }
    }

    /** No round can be triggered now: what waits for one fails. */
    void failWaiting(String reason) {
        failCheckpoints(reason);
        if (savepoint != null && (savepoint.isIn(Phase.WAITING) || savepoint.wantsFollower())) {
            fail(savepoint, reason);
        }
    }

    /** Another coordinator owns the job: nothing may be taken back any more. */
    void stepDown(String reason) {
        failCheckpoints(reason);
        if (savepoint != null) {
            effects.accept(new RoundEffect.RequestFailed(savepoint.request(), reason));
            savepoint = null;
        }
    }

    private void failCheckpoints(String reason) {
        checkpoints.forEach(request -> effects.accept(new RoundEffect.RequestFailed(request, reason)));
        checkpoints.clear();
    }

    /** The savepoint of a stop is a recovery point once it is published, so it stays. */
    private void fail(SavepointRun failed, String reason) {
        savepoint = null;
        String told = reason;
        if (failed.isPublished() && failed.kind().endsJob()) {
            told = reason + "; savepoint " + failed.savepointId()
                    + " is complete and stays, but not all sinks committed";
        } else if (failed.isPublished()) {
            effects.accept(new RoundEffect.CancelTimer(new RoundTimer.SavepointTimeout(failed.savepointId())));
            effects.accept(new RoundEffect.DiscardSavepoint(failed.savepointId()));
        }
        effects.accept(new RoundEffect.RequestFailed(failed.request(), told));
    }
}
