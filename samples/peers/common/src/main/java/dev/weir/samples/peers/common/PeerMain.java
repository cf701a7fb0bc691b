package dev.weir.samples.peers.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The course of a peer's process: warm up, measure, verify, report. */
public final class PeerMain {

    /** Records of the warm-up job, a job of its own in the same JVM. */
    private static final long WARM_UP_RECORDS = 6_000_000;

    private static final double NANOS_PER_SECOND = 1e9;
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
        Meter warmUp = Meter.beginCounted(WARM_UP_RECORDS / Workload.PARALLELISM);
        job.run(plan, warmUp);
        warmUp.finish();

        Duration duration = Duration.ofSeconds(plan.seconds());
        Meter meter = Meter.beginTimed(duration);
        if (plan.workload().isHeapSampled()) {
            try (HeapSampler sampler = HeapSampler.start(meter, duration)) {
                job.run(plan, meter);
                sampler.report(meter);
            }
        } else {
            job.run(plan, meter);
        }
        Measurement taken = meter.finish();
        long peakRssMb = peakRssMb();

        return new PeerReport(
                taken.recordCount(),
                taken.wallNanos() / NANOS_PER_SECOND,
                taken.cpuNanos() / NANOS_PER_SECOND,
                peakRssMb,
                taken.gcMillis(),
                taken.totals(),
                Expectation.of(plan.variant(), plan.workload().keyCount(), taken.sourceCounts()),
                taken.checkpoints(),
                taken.meanBatchRecords(),
                taken.figures());
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
