package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.Moment;
import dev.weir.engine.checkpoint.RoundRequest;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.snapshot.storage.PublishOutcome;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Throws events at one coordination in any order, late and twice, and checks the invariants after each. */
class JobCoordinationSeededTest {

    private static final ExecutionPlan PLAN = TestPlans.threeToTwo();

    private final RecordingOutbox outbox = new RecordingOutbox();
    private final TreeSet<Long> durable = new TreeSet<>();
    private final Set<Fence> gone = new HashSet<>();
    private Moment now = new Moment(0, 0);
    private long nextBlock = 1;
    private int idsGiven;
    private int deploymentsSeen;
    private int asked;
    private long requests;

    @Seeds(100)
    void invariantsHoldUnderAnyOrderOfEvents(long seed) {
        Random random = new Random(seed);
        JobSettings settings = JobSettings.defaults("job", 3)
                .withRestart(new RestartSettings.FixedDelay(8, Duration.ofMillis(random.nextInt(2))))
                .withCheckpoint(CheckpointSettings.DEFAULT.withInterval(Duration.ofMillis(20)));
        JobCoordination job = new JobCoordination(
                new JobCoordination.Job("job", PLAN, settings, 9, List.of(), StartPoint.BEGINNING),
                outbox,
                new Random(seed));
        job.start(now);
        for (int step = 0; step < 600; step++) {
            now = new Moment(now.nanos() + random.nextInt(5_000_000), step);
            event(job, random);
            check(job);
        }
    }

    private void event(JobCoordination job, Random random) {
        boolean late = random.nextInt(10) == 0;
        Fence fence = late ? new Fence(9, Math.max(0, job.fence().attempt() - 1)) : job.fence();
        SubtaskId subtask = PLAN.subtasks().get(random.nextInt(5));
        long id = outbox.triggered.isEmpty() ? 1 : outbox.triggered.get(outbox.triggered.size() - 1);
        switch (random.nextInt(17)) {
            case 0, 1 -> job.onDeployed(fence, now);
            case 2, 3, 4 -> job.onReport(new SubtaskReport.Ready(fence, subtask), now);
            case 5, 6 -> acknowledge(job, fence, id, random);
            case 7 -> job.onPublishOutcome(id, publish(id, random), "", now);
            case 8 -> stopped(job, fence, subtask);
            case 9, 10 -> fireTimer(job, random);
            case 11 -> giveIds(job);
            case 12 -> rarely(random, 6, () -> job.onReport(new SubtaskReport.Drained(fence, subtask), now));
            case 13 -> job.onReport(new SubtaskReport.Committed(fence, subtask, id), now);
            case 14 ->
                rarely(
                        random,
                        8,
                        () -> job.onReport(
                                new SubtaskReport.Failed(fence, subtask, new IllegalStateException("step")), now));
            case 15 -> rarely(random, 3, () -> job.request(new RoundRequest(++requests, kind(random)), now));
            default -> rarely(random, 200, () -> job.cancel(now));
        }
    }

    private static SnapshotKind kind(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> SnapshotKind.STOP;
            case 1 -> SnapshotKind.DRAIN;
            case 2, 3, 4, 5 -> SnapshotKind.CHECKPOINT;
            default -> SnapshotKind.SAVEPOINT;
        };
    }

    private static void rarely(Random random, int oneIn, Runnable event) {
        if (random.nextInt(oneIn) == 0) {
            event.run();
        }
    }

    private void acknowledge(JobCoordination job, Fence fence, long id, Random random) {
        SnapshotFigures times = SnapshotFigures.NONE;
        for (SubtaskId subtask : PLAN.subtasks()) {
            if (random.nextInt(3) > 0) {
                job.onReport(new SubtaskReport.Acknowledged(fence, subtask, id, TestPlans.handle(), times), now);
            }
        }
        job.onEnumerators(fence, id, Map.of(), now);
    }

    private PublishOutcome publish(long id, Random random) {
        if (!outbox.publishing.contains(id) || outbox.deleted.contains(id)) {
            return PublishOutcome.UNKNOWN;
        }
        boolean published = durable.contains(id) || random.nextInt(4) > 0;
        if (published && outbox.kinds.get(id) != SnapshotKind.SAVEPOINT) {
            durable.add(id);
        }
        return published ? PublishOutcome.PUBLISHED : PublishOutcome.NOT_PUBLISHED;
    }

    private void stopped(JobCoordination job, Fence fence, SubtaskId subtask) {
        if (outbox.sourcesStopped.contains(fence)) {
            job.onReport(new SubtaskReport.Stopped(fence, subtask), now);
            job.onSourcesStopped(fence, now);
        }
    }

    private void fireTimer(JobCoordination job, Random random) {
        if (!outbox.timers.isEmpty()) {
            int from = Math.max(0, outbox.timers.size() - 4);
            JobTimer timer = outbox.timers
                    .get(from + random.nextInt(outbox.timers.size() - from))
                    .timer();
            if (!(timer instanceof JobTimer.StopTimeout) || random.nextInt(30) == 0) {
                job.onTimer(timer, now);
            }
        }
    }

    private void giveIds(JobCoordination job) {
        if (idsGiven < outbox.idsAsked) {
            idsGiven++;
            job.onIdsReserved(nextBlock, 20, now);
            nextBlock += 20;
        }
    }

    private void check(JobCoordination job) {
        assertThat(outbox.triggered).as("ids strictly rise").isSorted().doesNotHaveDuplicates();
        assertThat(outbox.deleted)
                .as("the newest is never deleted")
                .doesNotContain(durable.isEmpty() ? -1 : durable.last());
        assertThat(outbox.answers).as("no request is answered twice").doesNotHaveDuplicates();
        assertThat(outbox.results).as("at most one end").hasSizeLessThanOrEqualTo(1);
        assertThat(job.status().isTerminal()).isEqualTo(outbox.results.size() == 1);
        for (; deploymentsSeen < outbox.deployed.size(); deploymentsSeen++) {
            RecordingOutbox.Deployed deployed = outbox.deployed.get(deploymentsSeen);
            assertThat(deployed.fence().attempt()).as("attempts rise by one").isEqualTo(deploymentsSeen + 1L);
            assertThat(deployed.restoreFrom())
                    .as("the newest completed checkpoint is restored")
                    .isEqualTo(durable.isEmpty() ? OptionalLong.empty() : OptionalLong.of(durable.last()));
            assertThat(gone).doesNotContain(deployed.fence());
            gone.add(deployed.fence());
        }
        if (job.status().isTerminal()) {
            assertThat(outbox.answers).as("each request is answered, and once").hasSize((int) requests);
            int now = outbox.told.size() + outbox.triggered.size() + outbox.deployed.size();
            assertThat(asked == 0 || asked == now).as("silent after the end").isTrue();
            asked = now;
        }
        if (outbox.lastTrigger != null) {
            assertThat(outbox.lastTrigger.attempt())
                    .isLessThanOrEqualTo(job.fence().attempt());
        }
    }
}
