package dev.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.CheckpointRoundsTest.Handles;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Throws events at the rounds in any order, late and twice, and checks the invariants after each. */
class CheckpointRoundsSeededTest {

    private static final List<SubtaskId> SUBTASKS =
            List.of(new SubtaskId(0, 0), new SubtaskId(0, 1), new SubtaskId(0, 2), new SubtaskId(1, 0));
    private static final Set<SubtaskId> ALL = Set.copyOf(SUBTASKS);
    private static final List<PublishOutcome> ANSWERS = List.of(
            PublishOutcome.PUBLISHED, PublishOutcome.PUBLISHED, PublishOutcome.NOT_PUBLISHED, PublishOutcome.UNKNOWN);

    private final List<RoundTimer> timers = new ArrayList<>();
    private final Map<Long, Set<SubtaskId>> acknowledged = new HashMap<>();
    private final Map<Long, Fence> fences = new HashMap<>();
    private final Set<Long> enumerated = new HashSet<>();
    private final TreeSet<Long> open = new TreeSet<>();
    private final Set<Long> publishing = new HashSet<>();
    private final TreeSet<Long> durable = new TreeSet<>();
    private final Set<SubtaskId> drained = new HashSet<>();
    private int maxConcurrent;
    private long lastTriggered;
    private long nextBlock = 1;
    private Fence fence = new Fence(3, 0);
    private Fence drainedWith = fence;
    private boolean running;
    private boolean steppedDown;
    private boolean allDrainedAtLastTrigger;
    private int idsAsked;
    private final Map<Long, SnapshotKind> kinds = new HashMap<>();
    private final Map<Long, RoundRequest> unanswered = new HashMap<>();
    private final Set<Long> discarded = new HashSet<>();
    private final Set<Long> handedOut = new HashSet<>();
    private long lastRequest;
    private Moment now = new Moment(Long.MAX_VALUE - 5_000_000_000L, 0);

    @Seeds(200)
    void invariantsHoldUnderAnyOrderOfEvents(long seed) {
        Random random = new Random(seed);
        maxConcurrent = 1 + random.nextInt(3);
        CheckpointSettings settings = new CheckpointSettings(
                random.nextInt(5) == 0 ? null : Duration.ofMillis(100),
                Duration.ofSeconds(10),
                maxConcurrent == 1 ? Duration.ofMillis(random.nextInt(200)) : Duration.ZERO,
                maxConcurrent,
                random.nextInt(4),
                1024,
                CheckpointSettings.Cut.ALIGNED,
                CheckpointSettings.DEFAULT.withRetained(1 + random.nextInt(3)).retention());
        CheckpointRounds rounds = new CheckpointRounds(settings, Duration.ofSeconds(30), List.of(), 0);
        for (int step = 0; step < 400; step++) {
            now = new Moment(now.nanos() + random.nextInt(60_000_000), step);
            check(event(rounds, random), rounds);
        }
    }

    private List<RoundEffect> event(CheckpointRounds rounds, Random random) {
        long id = Math.max(1, lastTriggered - random.nextInt(4) + random.nextInt(2));
        SubtaskId subtask = SUBTASKS.get(random.nextInt(SUBTASKS.size()));
        Fence of = random.nextInt(8) == 0 ? new Fence(3, fence.attempt() - 1) : fence;
        int dice = random.nextInt(100);
        if (!running && !steppedDown && dice < 30) {
            return restart(rounds);
        } else if (dice < 50) {
            if (isOpenOf(id, of)) {
                acknowledged.computeIfAbsent(id, unused -> new HashSet<>()).add(subtask);
            }
            return rounds.onAcknowledged(of, subtask, id, Handles.any(), SnapshotFigures.NONE, now);
        } else if (dice < 62) {
            if (isOpenOf(id, of)) {
                enumerated.add(id);
            }
            return rounds.onEnumerators(of, id, Map.of(), now);
        } else if (dice < 64) {
            return rounds.onDeclined(of, subtask, id, "declined", now);
        } else if (dice < 65) {
            running = false;
            return rounds.onAttemptEnded("failed", now);
        } else if (dice < 75) {
            PublishOutcome outcome =
                    random.nextInt(40) == 0 ? PublishOutcome.SUPERSEDED : ANSWERS.get(random.nextInt(4));
            if (outcome == PublishOutcome.PUBLISHED && publishing.contains(id)) {
                durable.add(id);
            }
            return rounds.onPublishOutcome(id, outcome, "", now);
        } else if (dice < 80 && idsAsked > 0) {
            idsAsked--;
            long first = nextBlock;
            nextBlock += 5;
            return random.nextInt(3) == 0
                    ? rounds.onIdsRefused("no storage", now)
                    : rounds.onIdsReserved(first, 5, now);
        } else if (dice < 84) {
            if (of.equals(fence) && running) {
                drained.add(subtask);
            }
            return rounds.onDrained(of, subtask, now);
        } else if (dice < 90) {
            return rounds.onCommitted(of, subtask, id, now);
        } else if (dice < 92) {
            return ask(rounds, random);
        }
        return timers.isEmpty()
                ? rounds.onTimer(new RoundTimer.NextRound(), now)
                : rounds.onTimer(timers.get(random.nextInt(timers.size())), now);
    }

    private List<RoundEffect> restart(CheckpointRounds rounds) {
        running = true;
        fence = new Fence(3, fence.attempt() + 1);
        drained.clear();
        Optional<RoundRecord> newest = rounds.lastCompleted();
        return newest.isPresent() && newest.get().kind().endsJob()
                ? rounds.onConcluding(fence, ALL, ALL, newest.get().checkpointId(), now)
                : rounds.onRunning(fence, ALL, ALL, now);
    }

    private static SnapshotKind stop(Random random) {
        return random.nextBoolean() ? SnapshotKind.STOP : SnapshotKind.DRAIN;
    }

    private List<RoundEffect> ask(CheckpointRounds rounds, Random random) {
        List<SnapshotKind> all = List.of(
                SnapshotKind.CHECKPOINT, SnapshotKind.SAVEPOINT, SnapshotKind.SAVEPOINT, SnapshotKind.CHECKPOINT);
        SnapshotKind kind = random.nextInt(12) == 0 ? stop(random) : all.get(random.nextInt(4));
        RoundRequest request = new RoundRequest(++lastRequest, kind);
        unanswered.put(request.number(), request);
        return rounds.onRequested(request, now);
    }

    private boolean isOpenOf(long id, Fence of) {
        return running && open.contains(id) && of.equals(fence) && of.equals(fences.get(id));
    }

    private void check(List<RoundEffect> effects, CheckpointRounds rounds) {
        assertThat(steppedDown && effects.stream().anyMatch(effect -> !(effect instanceof RoundEffect.RequestFailed)))
                .as("silent after stepping down: %s", effects)
                .isFalse();
        for (RoundEffect effect : effects) {
            check(effect);
        }
        assertThat(open.size()).isLessThanOrEqualTo(maxConcurrent);
        assertThat(rounds.isSettled()).isEqualTo(publishing.isEmpty());
        assertThat(steppedDown && !unanswered.isEmpty())
                .as("all are answered after stepping down: %s", unanswered)
                .isFalse();
        assertThat(rounds.history()).hasSizeLessThanOrEqualTo(RoundHistory.KEPT);
    }

    private void check(RoundEffect effect) {
        if (effect instanceof RoundEffect.Trigger trigger) {
            checkTrigger(trigger);
        } else if (effect instanceof RoundEffect.Publish publish) {
            long id = publish.content().checkpointId();
            assertThat(acknowledged.get(id)).as("all have acknowledged").containsAll(ALL);
            assertThat(enumerated).contains(id);
            assertThat(publishing).as("one publication at a time").isEmpty();
            assertThat(durable).as("published in the order of ids").allMatch(older -> older < id);
            assertThat(publish.retained()).isSorted();
            assertThat(publish.retained().contains(id)).isEqualTo(!isKind(id, SnapshotKind::isSavepoint));
            publishing.add(id);
        } else if (effect instanceof RoundEffect.TellCompleted completed) {
            assertThat(durable).as("durable before complete").contains(completed.checkpointId());
            assertThat(kinds.get(completed.checkpointId()))
                    .as("a savepoint commits nothing")
                    .isNotEqualTo(SnapshotKind.SAVEPOINT);
            assertThat(completed.fence()).isEqualTo(fence);
        } else if (effect instanceof RoundEffect.TellAborted aborted) {
            assertThat(durable).doesNotContain(aborted.checkpointId());
            assertThat(aborted.fence()).isEqualTo(fence);
        } else if (effect instanceof RoundEffect.DeleteUnpublished delete) {
            assertThat(durable).doesNotContain(delete.checkpointId());
            ended(delete.checkpointId());
        } else if (effect instanceof RoundEffect.DeleteCheckpoint delete) {
            assertThat(delete.checkpointId()).as("the newest is never deleted").isLessThan(durable.last());
            assertThat(kinds.get(delete.checkpointId())).isEqualTo(SnapshotKind.CHECKPOINT);
        } else if (effect instanceof RoundEffect.CancelTimer cancel
                && cancel.timer() instanceof RoundTimer.Timeout timeout) {
            ended(timeout.checkpointId());
        } else if (effect instanceof RoundEffect.StartTimer start) {
            assertThat(start.delayNanos()).isPositive();
            timers.add(start.timer());
        } else if (effect instanceof RoundEffect.ReserveIds) {
            idsAsked++;
        } else if (effect instanceof RoundEffect.FailAttempt) {
            running = false;
        } else if (effect instanceof RoundEffect.StepDown) {
            steppedDown = true;
            running = false;
            open.clear();
            publishing.clear();
        } else if (effect instanceof RoundEffect.AllCommitted all) {
            assertThat(durable).contains(all.checkpointId());
            assertThat(allDrainedAtLastTrigger).isTrue();
        } else {
            checkAnswer(effect);
        }
    }

    private void checkTrigger(RoundEffect.Trigger trigger) {
        assertThat(trigger.checkpointId()).as("ids strictly rise").isGreaterThan(lastTriggered);
        assertThat(trigger.fence()).isEqualTo(fence);
        assertThat(fence)
                .as("after a drain nothing is triggered in its attempt")
                .isNotEqualTo(drainedWith);
        drainedWith = trigger.kind() == SnapshotKind.DRAIN ? fence : drainedWith;
        assertThat(running).isTrue();
        assertThat(open.stream().noneMatch(id -> isKind(id, SnapshotKind::isSavepoint)))
                .as("nothing is triggered while a savepoint is being taken")
                .isTrue();
        assertThat(trigger.kind().isSavepoint() && !open.isEmpty())
                .as("a savepoint waits for open rounds")
                .isFalse();
        lastTriggered = trigger.checkpointId();
        kinds.put(lastTriggered, trigger.kind());
        fences.put(lastTriggered, fence);
        open.add(lastTriggered);
        allDrainedAtLastTrigger = drained.containsAll(ALL) || trigger.kind().endsJob();
    }

    private void checkAnswer(RoundEffect effect) {
        if (effect instanceof RoundEffect.RequestFailed failed) {
            assertThat(unanswered.remove(failed.request().number()))
                    .as("answered once")
                    .isNotNull();
        } else if (effect instanceof RoundEffect.RequestDone done) {
            assertThat(unanswered.remove(done.request().number()))
                    .as("answered once")
                    .isNotNull();
            long id = done.record().checkpointId();
            assertThat(durable).contains(id);
            assertThat(kinds.get(id)).isEqualTo(done.request().kind());
            assertThat(discarded).doesNotContain(id);
            assertThat(kinds.get(id) == SnapshotKind.SAVEPOINT
                            && durable.tailSet(id, false).stream()
                                    .noneMatch(later -> isKind(later, kind -> kind == SnapshotKind.CHECKPOINT)))
                    .as("a savepoint is handed out when a checkpoint after it has completed")
                    .isFalse();
            handedOut.add(id);
        } else if (effect instanceof RoundEffect.DiscardSavepoint discard) {
            assertThat(durable).contains(discard.checkpointId());
            assertThat(kinds.get(discard.checkpointId())).isEqualTo(SnapshotKind.SAVEPOINT);
            assertThat(handedOut).doesNotContain(discard.checkpointId());
            assertThat(discarded.add(discard.checkpointId())).isTrue();
        }
    }

    private boolean isKind(long id, Predicate<SnapshotKind> kind) {
        return kind.test(Objects.requireNonNull(kinds.get(id)));
    }

    private void ended(long id) {
        open.remove(id);
        publishing.remove(id);
    }
}
