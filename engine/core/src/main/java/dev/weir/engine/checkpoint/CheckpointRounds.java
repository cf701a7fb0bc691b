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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
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
 *   <li>Files are removed only of rounds that were given up, and of published ones that a newer one has pushed out.
 *   <li>After stepping down it asks for nothing any more.
 * </ul>
 */
public final class CheckpointRounds {

    /** A publication is asked about this often before the coordinator steps down. */
    static final int READ_BACKS = 10;

    private static final long READ_BACK_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NOTICE_PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private record Attempt(Fence fence, Set<SubtaskId> subtasks, EndOfData end) {}

    private final CheckpointSettings settings;
    private final CheckpointIds ids = new CheckpointIds();
    private final RoundSchedule schedule;
    private final RoundHistory history = new RoundHistory();
    private final NavigableMap<Long, Round> open = new TreeMap<>();
    private final List<Long> retained;

    /** Given up since the last completed round: their writers may have been slower than the removal of their files. */
    private final Deque<Long> leftovers = new ArrayDeque<>();

    private List<RoundEffect> effects = new ArrayList<>();
    private @Nullable Attempt attempt;
    private int failuresInARow;
    private boolean steppedDown;

    /** @param retained ids of the published checkpoints that the log lists, rising */
    public CheckpointRounds(CheckpointSettings settings, List<Long> retained) {
        this.settings = settings;
        this.schedule = new RoundSchedule(settings);
        this.retained = new ArrayList<>(retained);
    }

    /**
     * An attempt runs: all its subtasks are ready and told to go.
     *
     * @param committers the subtasks whose confirmation the end of the job waits for
     */
    public List<RoundEffect> onRunning(Fence fence, Set<SubtaskId> subtasks, Set<SubtaskId> committers, Moment now) {
        if (!steppedDown) {
            attempt = new Attempt(fence, Set.copyOf(subtasks), new EndOfData(subtasks, committers));
            failuresInARow = 0;
            schedule.started(now);
        }
        return decided(now);
    }

    /** The attempt is being ended: rounds that are not being published are given up. */
    public List<RoundEffect> onAttemptEnded(String reason, Moment now) {
        attempt = null;
        for (Round round : List.copyOf(open.values())) {
            if (!round.isBeingPublished()) {
                giveUp(round, Outcome.FAILED, reason, now);
            }
        }
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
            round.add(subtask, handle, times);
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

    public List<RoundEffect> onDeclined(Fence fence, SubtaskId subtask, long checkpointId, String reason, Moment now) {
        Round round = roundOf(fence, checkpointId);
        if (round != null && !round.isBeingPublished()) {
            fail(round, "subtask " + subtask + " could not write its part: " + reason, now);
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
            countFailure(attempt.fence(), "no checkpoint id could be reserved: " + reason);
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

    /** The newest round that completed under this coordinator. */
    public Optional<RoundRecord> lastCompleted() {
        return Optional.ofNullable(history.lastCompleted());
    }

    private @Nullable Round roundOf(Fence fence, long checkpointId) {
        Round round = open.get(checkpointId);
        boolean current = attempt != null && attempt.fence().equals(fence);
        return current && round != null && round.fence().equals(fence) ? round : null;
    }

    /** What follows from the state reached, beside what the event itself led to. */
    private List<RoundEffect> decided(Moment now) {
        if (!steppedDown) {
            publishNext();
            triggerWhenDue(now);
            if (attempt != null && attempt.end().becameComplete()) {
                effects.add(new RoundEffect.AllCommitted(
                        attempt.fence(), attempt.end().completedRound()));
            }
        }
        List<RoundEffect> decided = effects;
        effects = new ArrayList<>();
        return decided;
    }

    private void triggerWhenDue(Moment now) {
        Attempt running = attempt;
        if (running == null || open.size() >= settings.maxConcurrent()) {
            return;
        }
        boolean isLast = running.end().wantsLastRound();
        boolean isWanted = isLast
                ? open.isEmpty()
                : schedule.isPeriodic() && !running.end().hasLastRound();
        if (!isWanted) {
            return;
        }
        long dueNanos = isLast ? schedule.earliestNanos() : schedule.periodicDueNanos();
        if (!now.hasReached(dueNanos)) {
            if (schedule.arm(dueNanos)) {
                effects.add(new RoundEffect.StartTimer(new RoundTimer.NextRound(), dueNanos - now.nanos()));
            }
            return;
        }
        if (ids.shouldAsk()) {
            effects.add(new RoundEffect.ReserveIds(CheckpointIds.BLOCK));
        }
        if (!ids.isEmpty()) {
            trigger(running, now);
            triggerWhenDue(now);
        }
    }

    private void trigger(Attempt running, Moment now) {
        long id = ids.take();
        open.put(id, new Round(id, running.fence(), now, running.subtasks()));
        schedule.triggered(now);
        running.end().triggered(id);
        effects.add(new RoundEffect.Trigger(running.fence(), id, now.millis(), SnapshotKind.CHECKPOINT));
        effects.add(new RoundEffect.StartTimer(new RoundTimer.Timeout(id), RoundSchedule.nanosOf(settings.timeout())));
    }

    private void publishNext() {
        for (Round round : open.values()) {
            if (round.isBeingPublished()) {
                return;
            }
        }
        for (Round round : open.values()) {
            if (round.phase() == Phase.READY) {
                round.enter(Phase.PUBLISHING);
                effects.add(new RoundEffect.Publish(round.content(), retainedWith(round.id())));
                return;
            }
        }
    }

    private List<Long> retainedWith(long id) {
        List<Long> all = new ArrayList<>(retained);
        all.add(id);
        return List.copyOf(all.subList(Math.max(0, all.size() - settings.retained()), all.size()));
    }

    private void complete(Round round, Moment now) {
        close(round, Outcome.COMPLETED, "", now);
        failuresInARow = 0;
        Collection<Round> older = List.copyOf(open.headMap(round.id()).values());
        older.forEach(left -> giveUp(left, Outcome.SUBSUMED, "checkpoint " + round.id() + " completed first", now));
        if (isOfRunningAttempt(round) && attempt != null) {
            attempt.end().completed(round.id());
            effects.add(new RoundEffect.TellCompleted(round.fence(), round.id()));
            scheduleNoticeIfUnconfirmed(round.id());
        }
        leftovers.forEach(left -> effects.add(new RoundEffect.DeleteUnpublished(left)));
        leftovers.clear();
        retained.add(round.id());
        while (retained.size() > settings.retained()) {
            effects.add(new RoundEffect.DeleteCheckpoint(retained.remove(0)));
        }
    }

    private void fail(Round round, String reason, Moment now) {
        giveUp(round, Outcome.FAILED, reason, now);
        if (isOfRunningAttempt(round)) {
            countFailure(round.fence(), "checkpoint " + round.id() + ": " + reason);
        }
    }

    private void countFailure(Fence fence, String reason) {
        failuresInARow++;
        if (failuresInARow > settings.tolerableFailures()) {
            attempt = null;
            effects.add(new RoundEffect.FailAttempt(
                    fence,
                    "checkpoints may fail in a row as often as tolerated: tolerable-failures="
                            + settings.tolerableFailures() + ", failed in a row=" + failuresInARow + ", the last: "
                            + reason + "; remove the cause or raise weir.checkpoint.tolerable-failures"));
        }
    }

    private void giveUp(Round round, Outcome outcome, String reason, Moment now) {
        close(round, outcome, reason, now);
        if (isOfRunningAttempt(round) && attempt != null) {
            attempt.end().failed(round.id());
            effects.add(new RoundEffect.TellAborted(round.fence(), round.id(), reason));
        }
        effects.add(new RoundEffect.DeleteUnpublished(round.id()));
        leftovers.addLast(round.id());
        if (leftovers.size() > RoundHistory.KEPT) {
            leftovers.removeFirst();
        }
    }

    private void close(Round round, Outcome outcome, String reason, Moment now) {
        open.remove(round.id());
        history.add(round.ended(outcome, reason, now));
        schedule.ended(now);
        effects.add(new RoundEffect.CancelTimer(new RoundTimer.Timeout(round.id())));
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
            fail(round, "not complete after " + settings.timeout() + ", waiting for " + waitedFor, now);
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
        if (attempt != null && attempt.end().isUnconfirmed(checkpointId)) {
            effects.add(new RoundEffect.TellCompleted(attempt.fence(), checkpointId));
            scheduleNoticeIfUnconfirmed(checkpointId);
        }
    }

    private void scheduleNoticeIfUnconfirmed(long checkpointId) {
        if (attempt != null && attempt.end().isUnconfirmed(checkpointId)) {
            effects.add(new RoundEffect.StartTimer(new RoundTimer.RepeatNotice(checkpointId), NOTICE_PAUSE_NANOS));
        }
    }

    private void stepDown(String reason) {
        if (steppedDown) {
            return;
        }
        steppedDown = true;
        attempt = null;
        open.clear();
        effects.add(new RoundEffect.StepDown(reason));
    }
}
