package dev.weir.samples.peers.weir;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.StreamJobs;
import dev.weir.samples.peers.common.DiskState;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.PeerMain;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Variant;
import dev.weir.samples.peers.common.Workload;
import dev.weir.samples.peers.weir.soak.Soak;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** The jobs on Weir. */
public final class WeirPeer {

    /** How often the job's report is read: it holds the last 100 rounds, of which there is one each second. */
    private static final Duration REPORT_PERIOD = Duration.ofSeconds(10);

    /** How often the queues are looked at where the workload asks for them. */
    private static final Duration QUEUE_PERIOD = Duration.ofMillis(100);

    /** Key groups; what Weir derives from this parallelism, said aloud. */
    private static final int MAX_PARALLELISM = 128;

    private static final RestartSettings AT_ONCE = new RestartSettings.FixedDelay(Integer.MAX_VALUE, Duration.ZERO);

    private WeirPeer() {}

    /** Started by the launcher; see {@link RunPlan}. */
    public static void main(String[] args) {
        PeerMain.run(args, WeirPeer::runJob);
    }

    private static void runJob(RunPlan plan, Meter meter) throws Exception {
        Workload workload = plan.workload();
        if (workload == Workload.SOAK) {
            Soak.run(plan, meter, settingsOf(plan, Workload.PARALLELISM), () -> NumberSource.of(workload, Event::new));
        } else {
            runMeasured(plan, meter);
        }
    }

    private static void runMeasured(RunPlan plan, Meter meter) throws Exception {
        EndedRounds rounds = new EndedRounds();
        QueueSamples queues = new QueueSamples();
        Workload workload = plan.workload();
        boolean asksForQueues = workload == Workload.GROWTH;
        try (LocalWeir weir = LocalWeir.start()) {
            if (meter.isFilling()) {
                fill(weir, plan, meter);
                return;
            }
            meter.restoring().began();
            JobHandle job = weir.submit(
                    StreamJobs.program(() -> jobOf(plan)),
                    JobArguments.none(),
                    settingsOf(plan, workload.measuredParallelism()),
                    workload.isRestored() ? new StartFrom.Latest() : new StartFrom.Fresh());
            JobResult result = asksForQueues ? awaitEnd(job, queues) : awaitEnd(job, rounds);
            if (result.status() != JobStatus.FINISHED) {
                throw new IllegalStateException(
                        "the job must end as FINISHED: " + result.status(),
                        result.failure().orElse(null));
            }
        }
        rounds.report(meter, workload);
        if (asksForQueues) {
            queues.report(meter);
        }
    }

    /** Leaves a checkpoint that holds all keys. */
    private static void fill(LocalWeir weir, RunPlan plan, Meter meter) throws Exception {
        JobHandle job = weir.submit(
                StreamJobs.program(() -> jobOf(plan)),
                JobArguments.none(),
                settingsOf(plan, Workload.PARALLELISM),
                new StartFrom.Fresh());
        meter.awaitFilled();
        job.checkpoint().get();
        job.cancel();
        job.await();
    }

    private static StreamJob jobOf(RunPlan plan) {
        Workload workload = plan.workload();
        return switch (workload.job()) {
            case KEYED_SUM -> keyedSum(plan);
            case WINDOW_SUM -> new WindowJob(plan);
            case SHUFFLE -> plan.variant() == Variant.BEAN ? new BeanShuffleJob(workload) : new ShuffleJob(workload);
            case PACED_SUM -> new LatencyJob(workload);
            case SLOW_SUM -> new SlowSumJob(workload);
        };
    }

    private static StreamJob keyedSum(RunPlan plan) {
        return switch (plan.variant()) {
            case STATE, SUM, CHAIN, AGGREGATE, ALIGNED, UNALIGNED, ALIGNED_TIMEOUT, DEBLOATED -> new EventJob(plan);
            case STRING, FRESH_STRING -> new UserEventJob(plan);
            case BEAN -> new BeanJob(plan);
        };
    }

    private static JobSettings settingsOf(RunPlan plan, int parallelism) {
        Workload workload = plan.workload();
        JobSettings settings = JobSettings.defaults("benchmark", parallelism)
                .withMaxParallelism(MAX_PARALLELISM)
                .withRestart(workload.isCrashed() || workload == Workload.SOAK ? AT_ONCE : new RestartSettings.None());
        if (workload.isOnDisk()) {
            settings = settings.withState(onDisk(workload));
        }
        if (workload.isRestored()) {
            settings = settings.withStorage("file://" + plan.checkpointFolder().toAbsolutePath());
        }
        if (!workload.isCheckpointed()) {
            return settings.withCheckpoint(CheckpointSettings.DEFAULT.withInterval(null));
        }
        return settings.withStorage("file://" + plan.checkpointFolder().toAbsolutePath())
                .withCheckpoint(CheckpointSettings.DEFAULT
                        .withInterval(workload.checkpointInterval())
                        .withCut(cutOf(plan.variant())));
    }

    private static StateSettings onDisk(Workload workload) {
        return StateSettings.DEFAULT
                .withBackend("rocksdb")
                .withCacheBytes(DiskState.objectCacheBytes(workload))
                .withMemoryBytes(DiskState.memoryBytes(workload));
    }

    private static Cut cutOf(Variant variant) {
        return variant.isUnaligned() ? Cut.alignedFor(variant.alignmentTimeout()) : Cut.ALIGNED;
    }

    /** For a job without checkpoints. */
    private static JobResult awaitEnd(JobHandle job, QueueSamples queues) throws InterruptedException {
        while (true) {
            try {
                return job.await(QUEUE_PERIOD);
            } catch (TimeoutException stillRunning) {
                queues.add(job.statistics());
            }
        }
    }

    private static JobResult awaitEnd(JobHandle job, EndedRounds rounds) throws InterruptedException {
        while (true) {
            try {
                JobResult result = job.await(REPORT_PERIOD);
                rounds.addAll(job.status().checkpoints());
                return result;
            } catch (TimeoutException stillRunning) {
                rounds.addAll(job.status().checkpoints());
            }
        }
    }
}
