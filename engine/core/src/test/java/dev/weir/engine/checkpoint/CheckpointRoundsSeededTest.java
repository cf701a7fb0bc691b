package dev.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.CheckpointRoundsTest.Handles;
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
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

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
    private boolean running;
    private boolean steppedDown;
    private boolean allDrainedAtLastTrigger;
    private int idsAsked;
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
        CheckpointRounds rounds = new CheckpointRounds(settings, Duration.ofSeconds(30), List.of());
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
        } else if (dice < 88) {
            return rounds.onCommitted(of, subtask, id, now);
        }
        return timers.isEmpty()
                ? rounds.onTimer(new RoundTimer.NextRound(), now)
                : rounds.onTimer(timers.get(random.nextInt(timers.size())), now);
    }

    private List<RoundEffect> restart(CheckpointRounds rounds) {
        running = true;
        fence = new Fence(3, fence.attempt() + 1);
        drained.clear();
        return rounds.onRunning(fence, ALL, ALL, now);
    }

    private boolean isOpenOf(long id, Fence of) {
        return running && open.contains(id) && of.equals(fence) && of.equals(fences.get(id));
    }

    private void check(List<RoundEffect> effects, CheckpointRounds rounds) {
        assertThat(steppedDown && !effects.isEmpty())
                .as("silent after stepping down: %s", effects)
                .isFalse();
        for (RoundEffect effect : effects) {
            check(effect);
        }
        assertThat(open.size()).isLessThanOrEqualTo(maxConcurrent);
        assertThat(rounds.isSettled()).isEqualTo(publishing.isEmpty());
        assertThat(rounds.history()).hasSizeLessThanOrEqualTo(RoundHistory.KEPT);
    }

    private void check(RoundEffect effect) {
        if (effect instanceof RoundEffect.Trigger trigger) {
            assertThat(trigger.checkpointId()).as("ids strictly rise").isGreaterThan(lastTriggered);
            assertThat(trigger.fence()).isEqualTo(fence);
            assertThat(running).isTrue();
            lastTriggered = trigger.checkpointId();
            fences.put(lastTriggered, fence);
            open.add(lastTriggered);
            allDrainedAtLastTrigger = drained.containsAll(ALL);
        } else if (effect instanceof RoundEffect.Publish publish) {
            long id = publish.content().checkpointId();
            assertThat(acknowledged.get(id)).as("all have acknowledged").containsAll(ALL);
            assertThat(enumerated).contains(id);
            assertThat(publishing).as("one publication at a time").isEmpty();
            assertThat(durable).as("published in the order of ids").allMatch(older -> older < id);
            assertThat(publish.retained()).endsWith(id).isSorted();
            publishing.add(id);
        } else if (effect instanceof RoundEffect.TellCompleted completed) {
            assertThat(durable).as("durable before complete").contains(completed.checkpointId());
            assertThat(completed.fence()).isEqualTo(fence);
        } else if (effect instanceof RoundEffect.TellAborted aborted) {
            assertThat(durable).doesNotContain(aborted.checkpointId());
            assertThat(aborted.fence()).isEqualTo(fence);
        } else if (effect instanceof RoundEffect.DeleteUnpublished delete) {
            assertThat(durable).doesNotContain(delete.checkpointId());
            ended(delete.checkpointId());
        } else if (effect instanceof RoundEffect.DeleteCheckpoint delete) {
            assertThat(delete.checkpointId()).as("the newest is never deleted").isLessThan(durable.last());
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
        }
    }

    private void ended(long id) {
        open.remove(id);
        publishing.remove(id);
    }
}
