package dev.weir.engine.checkpoint;

import dev.weir.engine.checkpoint.Round.Phase;
import dev.weir.engine.checkpoint.RoundRecord.Outcome;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.PublishOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides the checkpoint rounds of one job under one coordinator. Holds no actor, clock or storage: every method takes
 * what happened and returns what to do about it. One thread at a time.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>At most {@code max-concurrent} rounds are open; ids strictly rise, over attempts too.
 *   <li>A round completes only when every subtask and the enumerators have answered it and its manifest is durable; the
 *       notice comes after that.
 *   <li>Publications go out one at a time, in the order of their ids. While the outcome of one isn't known, its round is
 *       neither completed nor given up.
 *   <li>What comes under another fence than the running attempt's changes no round.
 *   <li>A savepoint of a job that goes on is no recovery point and commits nothing; that of a stop is both.
 *   <li>After a drain whose round failed no round of that attempt is triggered: the attempt fails.
 *   <li>Files are removed only of rounds that were given up, and of published ones that a newer one has pushed out and
 *       that no open round is based on.
 *   <li>A checkpoint is based on the newest one of its lineage that was complete at its trigger; a savepoint on none.
 *   <li>After stepping down it asks for nothing any more.
 * </ul>
 */
public final class CheckpointRounds {

    /** A publication is asked about this often before the coordinator steps down. */
    static final int READ_BACKS = 10;

    private static final long READ_BACK_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NOTICE_PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final CheckpointSettings settings;
    private final CheckpointIds ids = new CheckpointIds();
    private final RoundSchedule schedule;
    private final RoundHistory history = new RoundHistory();
    private final NavigableMap<Long, Round> open = new TreeMap<>();
    private final KeptCheckpoints kept;
    private final RequestedRounds requested;
    private final RoundFailures failures;
    private List<RoundEffect> effects = new ArrayList<>();
    private @Nullable RunningAttempt attempt;
    private boolean steppedDown;

    /**
     * Without any round.
     *
     * @param savepointTimeout for a savepoint's round, and once more for what has to follow it
     * @param retained ids of the published checkpoints that the log lists, rising
     * @param base the one of them that the first attempt restores, where it is of the job's lineage; 0 for none
     */
    public CheckpointRounds(CheckpointSettings settings, Duration savepointTimeout, List<Long> retained, long base) {
        this.settings = settings;
        this.schedule = new RoundSchedule(settings);
        this.failures = new RoundFailures(settings.tolerableFailures());
        this.kept = new KeptCheckpoints(settings.retained(), retained, base, effect -> effects.add(effect));
        this.requested = new RequestedRounds(savepointTimeout, effect -> effects.add(effect));
    }

    /**
     * An attempt runs: all its subtasks are ready and told to go.
     *
     * @param committers the subtasks whose confirmation the end of the job waits for
     */
    public List<RoundEffect> onRunning(Fence fence, Set<SubtaskId> subtasks, Set<SubtaskId> committers, Moment now) {
        if (!steppedDown) {
            begin(fence, subtasks, committers, now);
        }
        return decided(now);
    }

    /**
     * An attempt has restored the savepoint of a stop and is ready: no data flows any more, only what the savepoint
     * prepared is still to be committed.
     */
    public List<RoundEffect> onConcluding(
            Fence fence, Set<SubtaskId> subtasks, Set<SubtaskId> committers, long checkpointId, Moment now) {
        if (!steppedDown) {
            begin(fence, subtasks, committers, now).end().concluding(checkpointId);
            effects.add(new RoundEffect.TellCompleted(fence, checkpointId));
            scheduleNoticeIfUnconfirmed(checkpointId);
        }
        return decided(now);
    }

    private RunningAttempt begin(Fence fence, Set<SubtaskId> subtasks, Set<SubtaskId> committers, Moment now) {
        RunningAttempt begun = RunningAttempt.of(fence, subtasks, committers);
        attempt = begun;
        failures.reset();
        schedule.started(now);
        return begun;
    }

    /** Asks for a round; the answer is {@code RequestDone} or {@code RequestFailed}, perhaps at once. */
    public List<RoundEffect> onRequested(RoundRequest request, Moment now) {
        refusal()
                .or(() -> requested.accept(request))
                .ifPresent(reason -> effects.add(new RoundEffect.RequestFailed(request, reason)));
        return decided(now);
    }

    private Optional<String> refusal() {
        if (steppedDown) {
            return Optional.of("another coordinator owns the job; ask that one");
        }
        if (attempt == null) {
            return Optional.of("rounds are taken while all subtasks run, and they don't now; ask again later");
        }
        return attempt.end().hasLastRound()
                ? Optional.of("the job is finishing: no round is taken after its last one")
                : Optional.empty();
    }

    /** The job has ended: nothing will be taken any more. */
    public List<RoundEffect> onJobEnded(String reason, Moment now) {
        attempt = null;
        requested.failAll(reason);
        return decided(now);
    }

    /** The newest recovery point is damaged, and the job goes on from an older one: a stop with it is undone. */
    public List<RoundEffect> onFallBack(String reason, Moment now) {
        kept.forgetBase();
        requested.failAll(reason);
        return decided(now);
    }

    /** An attempt restores a checkpoint or savepoint; for the figures. */
    public void onRestored(long checkpointId, Moment now) {
        history.restored(checkpointId, now);
    }

    /** The attempt is being ended: rounds that are not being published are given up. */
    public List<RoundEffect> onAttemptEnded(String reason, Moment now) {
        attempt = null;
        for (Round round : List.copyOf(open.values())) {
            if (!round.isBeingPublished()) {
                giveUp(round, Outcome.FAILED, reason, now);
            }
        }
        requested.attemptEnded(reason, open.values());
        return decided(now);
    }

    /** A subtask's part is durable. One that comes after its round was given up has its files removed. */
    public List<RoundEffect> onAcknowledged(
            Fence fence,
            SubtaskId subtask,
            long checkpointId,
            SubtaskStateHandle handle,
            SnapshotFigures times,
            Moment now) {
        Round round = roundOf(fence, checkpointId);
        if (round != null) {
            round.add(subtask, handle, times, now);
        } else if (!steppedDown && history.wasGivenUp(checkpointId)) {
            effects.add(new RoundEffect.DeleteUnpublished(checkpointId));
        }
        return decided(now);
    }

    /** The enumerators' states, by uid, as they were at the trigger. */
    public List<RoundEffect> onEnumerators(Fence fence, long checkpointId, Map<String, byte[]> states, Moment now) {
        Round round = roundOf(fence, checkpointId);
        if (round != null) {
            round.add(states);
        }
        return decided(now);
    }

    /** A subtask can't write its part, or waits for the end of the round: where that was given up it is told again. */
    public List<RoundEffect> onDeclined(Fence fence, SubtaskId subtask, long checkpointId, String reason, Moment now) {
        Round round = roundOf(fence, checkpointId);
        if (round != null && !round.isBeingPublished()) {
            fail(round, "subtask " + subtask + " could not write its part: " + reason, now);
        } else if (attempt != null && attempt.fence().equals(fence) && history.wasGivenUp(checkpointId)) {
            effects.add(new RoundEffect.TellAborted(fence, checkpointId, "it was given up before"));
        }
        return decided(now);
    }

    public List<RoundEffect> onDrained(Fence fence, SubtaskId subtask, Moment now) {
        if (attempt != null && attempt.fence().equals(fence)) {
            attempt.end().drained(subtask);
        }
        return decided(now);
    }

    /** Everything that a subtask prepared up to this checkpoint is committed. */
    public List<RoundEffect> onCommitted(Fence fence, SubtaskId subtask, long checkpointId, Moment now) {
        if (attempt != null && attempt.fence().equals(fence)) {
            attempt.end().confirmed(subtask, checkpointId);
            requested.confirmed(subtask, checkpointId);
        }
        return decided(now);
    }

    public List<RoundEffect> onTimer(RoundTimer timer, Moment now) {
        if (timer instanceof RoundTimer.NextRound) {
            schedule.disarm();
        } else if (timer instanceof RoundTimer.Timeout timeout) {
            onTimeout(open.get(timeout.checkpointId()), now);
        } else if (timer instanceof RoundTimer.AskAgain ask) {
            askAgain(open.get(ask.checkpointId()));
        } else if (timer instanceof RoundTimer.RepeatNotice notice) {
            repeatNotice(notice.checkpointId());
        } else if (timer instanceof RoundTimer.SavepointTimeout timeout) {
            requested.onTimeout(timeout.checkpointId());
        }
        return decided(now);
    }

    public List<RoundEffect> onIdsReserved(long first, int count, Moment now) {
        ids.reserved(first, count);
        return decided(now);
    }

    /** The log could not be written: counts as a failed round, and is tried again with the next one. */
    public List<RoundEffect> onIdsRefused(String reason, Moment now) {
        ids.refused();
        if (ids.isEmpty() && attempt != null) {
            schedule.triggered(now);
            schedule.ended(now);
            requested.failWaiting("no checkpoint id could be reserved: " + reason);
            failAttempt(attempt.fence(), failures.count("no checkpoint id could be reserved: " + reason));
        }
        return decided(now);
    }

    /** What is known of a publication now; also the answer to a read-back. */
    public List<RoundEffect> onPublishOutcome(long checkpointId, PublishOutcome outcome, String detail, Moment now) {
        Round round = open.get(checkpointId);
        if (round != null && round.isBeingPublished()) {
            switch (outcome) {
                case PUBLISHED -> complete(round, now);
                case NOT_PUBLISHED -> fail(round, "it could not be published: " + detail, now);
                case SUPERSEDED -> stepDown("another coordinator owns the job: " + detail);
                case UNKNOWN -> unsettle(round);
            }
        }
        return decided(now);
    }

    /** Another coordinator was found to own the job, by whatever it was. */
    public List<RoundEffect> onSuperseded(String detail, Moment now) {
        stepDown("another coordinator owns the job: " + detail);
        return decided(now);
    }

    /** Whether no publication is under way: which checkpoint is the newest is known. */
    public boolean isSettled() {
        return steppedDown || open.values().stream().noneMatch(Round::isBeingPublished);
    }

    /** The last rounds that have ended, oldest first; at most 100. */
    public List<RoundRecord> history() {
        return history.records();
    }

    /** The newest recovery point that this coordinator made: a checkpoint, or the savepoint of a stop. */
    public Optional<RoundRecord> lastCompleted() {
        return Optional.ofNullable(history.lastCompleted());
    }

    /** Figures of all rounds, those that are open included. */
    public RoundStatistics statistics() {
        return history.statistics(open.values(), requested.savepointUnderWay());
    }

    private @Nullable Round roundOf(Fence fence, long checkpointId) {
        Round round = open.get(checkpointId);
        boolean current = attempt != null && attempt.fence().equals(fence);
        return current && round != null && round.fence().equals(fence) ? round : null;
    }

    /** What follows from the state reached, beside what the event itself led to. */
    private List<RoundEffect> decided(Moment now) {
        if (!steppedDown) {
            kept.removePushedOut(open.values());
            publishNext();
            triggerWhenDue(now);
            if (attempt != null && attempt.end().becameComplete()) {
                requested.allCommitted();
                effects.add(new RoundEffect.AllCommitted(
                        attempt.fence(), attempt.end().completedRound()));
            }
        }
        List<RoundEffect> decided = effects;
        effects = new ArrayList<>();
        return decided;
    }

    private void triggerWhenDue(Moment now) {
        RunningAttempt running = attempt;
        if (running == null || open.size() >= settings.maxConcurrent()) {
            return;
        }
        NextRound.Open isOpen = open.isEmpty() ? NextRound.Open.NONE : NextRound.Open.SOME;
        NextRound next =
                NextRound.of(requested, running.end(), schedule, isOpen, now).orElse(null);
        if (next == null) {
            return;
        }
        if (!now.hasReached(next.dueNanos())) {
            if (schedule.arm(next.dueNanos())) {
                effects.add(new RoundEffect.StartTimer(new RoundTimer.NextRound(), next.dueNanos() - now.nanos()));
            }
            return;
        }
        if (ids.shouldAsk()) {
            effects.add(new RoundEffect.ReserveIds(CheckpointIds.BLOCK));
        }
        if (!ids.isEmpty()) {
            trigger(running, next.kind(), now);
            triggerWhenDue(now);
        }
    }

    private void trigger(RunningAttempt running, SnapshotKind kind, Moment now) {
        long id = ids.take();
        long base = kind.isSavepoint() ? KeptCheckpoints.NO_BASE : kept.base();
        Round round = new Round(new Round.Key(id, kind, running.fence(), base), now, running.subtasks());
        open.put(id, round);
        history.triggered();
        schedule.triggered(now);
        requested.triggered(round);
        running.end().triggered(id, kind);
        effects.add(new RoundEffect.Trigger(running.fence(), id, now.millis(), kind, base));
        effects.add(new RoundEffect.StartTimer(new RoundTimer.Timeout(id), RoundSchedule.nanosOf(timeoutOf(kind))));
    }

    private Duration timeoutOf(SnapshotKind kind) {
        return kind.isSavepoint() ? requested.savepointTimeout() : settings.timeout();
    }

    private void publishNext() {
        if (open.values().stream().anyMatch(Round::isBeingPublished)) {
            return;
        }
        for (Round round : open.values()) {
            if (round.phase() == Phase.READY) {
                round.enter(Phase.PUBLISHING);
                effects.add(new RoundEffect.Publish(round.content(), kept.with(round)));
                return;
            }
        }
    }

    private void complete(Round round, Moment now) {
        RoundRecord record = close(round, Outcome.COMPLETED, "", now);
        RunningAttempt running = attempt;
        boolean isOurs = running != null && isOfRunningAttempt(round);
        if (round.kind().isSavepoint()) {
            requested.published(round, record, isOurs && running != null ? running.committers() : Set.of());
        }
        if (round.kind() == SnapshotKind.SAVEPOINT) {
            if (!isOurs) {
                requested.failWaiting("the job failed before the checkpoint after it could be taken");
            }
            return;
        }
        failures.reset();
        Collection<Round> older = List.copyOf(open.headMap(round.id()).values());
        older.forEach(left -> {
            requested.subsumed(left, record);
            giveUp(left, Outcome.SUBSUMED, "checkpoint " + round.id() + " completed first", now);
        });
        if (isOurs && running != null) {
            running.end().completed(round.id());
            effects.add(new RoundEffect.TellCompleted(round.fence(), round.id()));
            requested.completed(round, record, running.committers());
            scheduleNoticeIfUnconfirmed(round.id());
        } else {
            requested.completed(round, record, Set.of());
        }
        kept.published(round);
    }

    private void fail(Round round, String reason, Moment now) {
        giveUp(round, Outcome.FAILED, reason, now);
        if (isOfRunningAttempt(round)) {
            failAttempt(round.fence(), failures.onFailed(round, reason));
        }
    }

    private void failAttempt(Fence fence, Optional<String> reason) {
        if (reason.isPresent()) {
            attempt = null;
            effects.add(new RoundEffect.FailAttempt(fence, reason.get()));
        }
    }

    private void giveUp(Round round, Outcome outcome, String reason, Moment now) {
        close(round, outcome, reason, now);
        if (isOfRunningAttempt(round) && attempt != null) {
            attempt.end().failed(round.id());
            effects.add(new RoundEffect.TellAborted(round.fence(), round.id(), reason));
        }
        if (outcome == Outcome.FAILED) {
            requested.failed(round, RoundFailures.told(round, reason));
        }
        kept.givenUp(round.id());
    }

    private RoundRecord close(Round round, Outcome outcome, String reason, Moment now) {
        open.remove(round.id());
        RoundRecord record = round.ended(outcome, reason, settings.cut().barriers(), now);
        history.add(record);
        schedule.ended(now);
        effects.add(new RoundEffect.CancelTimer(new RoundTimer.Timeout(round.id())));
        return record;
    }

    private boolean isOfRunningAttempt(Round round) {
        return attempt != null && attempt.fence().equals(round.fence());
    }

    private void onTimeout(@Nullable Round round, Moment now) {
        if (round == null) {
            return;
        }
        if (round.phase() == Phase.PUBLISHING) {
            unsettle(round);
        } else if (!round.isBeingPublished()) {
            String waitedFor = round.phase() == Phase.READY ? "an older publication" : round.missing();
            fail(round, "not complete after " + timeoutOf(round.kind()) + ", waiting for " + waitedFor, now);
        }
    }

    private void unsettle(Round round) {
        if (round.phase() == Phase.PUBLISHING) {
            round.enter(Phase.UNSETTLED);
            askAgain(round);
        }
    }

    private void askAgain(@Nullable Round round) {
        if (round == null || round.phase() != Phase.UNSETTLED) {
            return;
        }
        if (round.countReadBack() > READ_BACKS) {
            stepDown("whether checkpoint " + round.id() + " was published can't be known: asked " + READ_BACKS
                    + " times; restart the job once the storage answers");
            return;
        }
        effects.add(new RoundEffect.ReadBack(round.id()));
        effects.add(new RoundEffect.StartTimer(new RoundTimer.AskAgain(round.id()), READ_BACK_PAUSE_NANOS));
    }

    private void repeatNotice(long checkpointId) {
        if (attempt != null && isUnconfirmed(attempt, checkpointId)) {
            effects.add(new RoundEffect.TellCompleted(attempt.fence(), checkpointId));
            scheduleNoticeIfUnconfirmed(checkpointId);
        }
    }

    private void scheduleNoticeIfUnconfirmed(long checkpointId) {
        if (attempt != null && isUnconfirmed(attempt, checkpointId)) {
            effects.add(new RoundEffect.StartTimer(new RoundTimer.RepeatNotice(checkpointId), NOTICE_PAUSE_NANOS));
        }
    }

    private boolean isUnconfirmed(RunningAttempt running, long checkpointId) {
        return running.end().isUnconfirmed(checkpointId) || requested.isUnconfirmed(checkpointId);
    }

    private void stepDown(String reason) {
        if (steppedDown) {
            return;
        }
        steppedDown = true;
        attempt = null;
        open.values()
                .forEach(round -> round.requests()
                        .forEach(request -> effects.add(new RoundEffect.RequestFailed(request, reason))));
        open.clear();
        requested.stepDown(reason);
        effects.add(new RoundEffect.StepDown(reason));
    }
}
