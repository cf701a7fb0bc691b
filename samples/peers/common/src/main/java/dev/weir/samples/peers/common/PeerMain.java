package dev.weir.samples.peers.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The course of a peer's process: warm up, measure, verify, report. */
public final class PeerMain {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int USAGE_EXIT_CODE = 2;

    private PeerMain() {}

    /** Runs a peer's {@code main}; ends the JVM, whatever threads the system has left behind. */
    public static void run(String[] args, PeerJob job) {
        System.exit(exitCode(args, job));
    }

    private static int exitCode(String[] args, PeerJob job) {
        try {
            System.out.println(report(RunPlan.parse(args), job).toLine());
            return 0;
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            return USAGE_EXIT_CODE;
        } catch (Exception e) {
            e.printStackTrace();
            return 1;
        }
    }

    private static PeerReport report(RunPlan plan, PeerJob job) throws Exception {
        Workload workload = plan.workload();
        if (workload.isWarmedUp()) {
            Meter warmUp = Meter.begin(workload, StopRule.ofWarmUp(workload));
            job.run(plan, warmUp);
            warmUp.finish();
        }
        Measurement taken = measure(plan, job, Meter.begin(workload, StopRule.of(plan)));
        long peakRssMb = peakRssMb();

        return new PeerReport(
                taken.recordCount(),
                taken.wallNanos() / NANOS_PER_SECOND,
                taken.cpuNanos() / NANOS_PER_SECOND,
                peakRssMb,
                taken.gcMillis(),
                taken.totals(),
                Expectation.of(workload, plan.variant(), taken.sourceCounts()),
                taken.checkpoints(),
                taken.meanBatchRecords(),
                taken.figures());
    }

    private static Measurement measure(RunPlan plan, PeerJob job, Meter meter) throws Exception {
        if (plan.workload().isHeapSampled()) {
            try (HeapSampler sampler = HeapSampler.start(meter, Duration.ofSeconds(plan.seconds()))) {
                job.run(plan, meter);
                sampler.report(meter);
            }
        } else {
            job.run(plan, meter);
        }
        Instant firstRecord = meter.firstRecord();
        if (plan.workload() == Workload.START && firstRecord != null) {
            meter.figure(
                    "millis", Duration.between(plan.launchedAt(), firstRecord).toNanos() / NANOS_PER_MILLI);
        }
        if (plan.workload().isRestored()) {
            meter.restoring().report(meter, plan.checkpointFolder());
        }
        if (plan.workload() == Workload.DELTA) {
            meter.steps().report(meter);
        }
        if (plan.workload() == Workload.MEMORY) {
            meter.figure("limitMb", (double) DiskState.LARGEST_RSS_MB);
            meter.figure("mbAboveLimit", (double) Math.max(0, peakRssMb() - DiskState.LARGEST_RSS_MB));
        }
        return meter.finish();
    }

    private static long peakRssMb() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        }
    }
}
