package dev.weir.samples.pvuv;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.JobReport;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJobs;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.samples.run.RunSettings;
import dev.weir.samples.run.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Runs the job with one crash in the middle and holds its results against the truth. */
public final class PageViewsSample implements Sample {

    private static final long DEFAULT_RECORDS = 10_000_000;
    private static final long DEFAULT_RATE = 1_500_000;
    private static final int CHECKPOINTS_BEFORE_CRASH = 2;
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final long LINE_SECONDS = 2;
    private static final long LINE_NANOS = Duration.ofSeconds(LINE_SECONDS).toNanos();
    private static final int SHOWN_RESULTS = 5;

    @Override
    public String name() {
        return "pvuv";
    }

    @Override
    public int run(JobArguments arguments) throws Exception {
        if (arguments.find("restore").isPresent()) {
            throw new IllegalArgumentException("pvuv keeps its results in memory and proves one run: --restore is for"
                    + " jobs whose sinks outlive the process");
        }
        Clicks clicks = new Clicks(arguments.getLong("records", DEFAULT_RECORDS));
        Path folder = Files.createTempDirectory("weir-pvuv-");
        try {
            JobSettings settings = RunSettings.of(
                    "pvuv",
                    arguments,
                    Map.of(
                            "weir.max-parallelism",
                            "128",
                            "weir.checkpoint.interval",
                            "1s",
                            "weir.checkpoint.storage",
                            folder.toUri().toString()));
            return run(clicks, arguments.getLong("rate", DEFAULT_RATE), settings);
        } finally {
            delete(folder);
        }
    }

    private static int run(Clicks clicks, long ratePerSecond, JobSettings settings) throws Exception {
        CrashSwitch crash = new CrashSwitch();
        CollectedResults<PageCount> results = new CollectedResults<>();
        LongAdder seen = new LongAdder();
        PageViewsJob job = new PageViewsJob(clicks, ratePerSecond, crash, seen, results);
        System.out.printf(
                "pvuv: %,d clicks on %d pages, up to %,d a second, parallelism %d, state on the heap, checkpoint each %s%n",
                clicks.count(),
                Clicks.PAGES,
                ratePerSecond,
                settings.parallelism(),
                settings.checkpoint().interval());
        long start = System.nanoTime();
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle handle =
                    weir.submit(StreamJobs.program(job), JobArguments.none(), settings, new StartFrom.Fresh());
            JobResult result = watch(handle, crash, seen);
            double seconds = (System.nanoTime() - start) / 1e9;
            if (result.status() != JobStatus.FINISHED) {
                System.err.println("the job did not finish: "
                        + result.failure()
                                .map(Throwable::getMessage)
                                .orElse(result.status().name()));
            }
            return conclude(clicks, results.list(), crash, seconds);
        }
    }

    private static JobResult watch(JobHandle handle, CrashSwitch crash, LongAdder seen) throws InterruptedException {
        long nextLine = System.nanoTime() + LINE_NANOS;
        long seenBefore = 0;
        boolean told = false;
        while (true) {
            try {
                return handle.await(LOOK);
            } catch (TimeoutException stillRunning) {
                JobReport report = handle.status();
                long completed = report.checkpoints().stream()
                        .filter(round -> round.outcome() == RoundRecord.Outcome.COMPLETED)
                        .count();
                if (!crash.isPulled() && completed >= CHECKPOINTS_BEFORE_CRASH) {
                    crash.pull();
                }
                if (!told && crash.isRecovered() && report.status() == JobStatus.RUNNING) {
                    told = true;
                    tellRecovery(report, crash);
                }
                if (System.nanoTime() - nextLine >= 0) {
                    nextLine += LINE_NANOS;
                    long seenNow = seen.sum();
                    System.out.printf(
                            "  %,d clicks, %,d/s, %s%n", seenNow, (seenNow - seenBefore) / LINE_SECONDS, line(report));
                    seenBefore = seenNow;
                }
            }
        }
    }

    private static void tellRecovery(JobReport report, CrashSwitch crash) {
        System.out.printf(
                "crash injected; restored checkpoint %s, %.0f ms from the throw to the first click after it (attempt %d)%n",
                report.lastCheckpoint()
                        .map(round -> Long.toString(round.checkpointId()))
                        .orElse("none"),
                crash.recoveryMillis(),
                report.attempt());
    }

    private static String line(JobReport report) {
        return report.status() + ", attempt " + report.attempt() + ", "
                + report.lastCheckpoint()
                        .map(round -> String.format(
                                "checkpoint %d: %.0f ms, %,d bytes",
                                round.checkpointId(), round.durationNanos() / 1e6, round.bytes()))
                        .orElse("no checkpoint yet");
    }

    private static int conclude(Clicks clicks, List<PageCount> results, CrashSwitch crash, double seconds) {
        results.stream()
                .sorted(Comparator.comparingLong(PageCount::windowStart).thenComparingLong(PageCount::page))
                .limit(SHOWN_RESULTS)
                .forEach(result -> System.out.println("  " + result));
        System.out.printf("  ... %,d results in %.1f s%n", results.size(), seconds);
        Check check = Check.of(results, clicks.truth());
        System.out.println(check.line(crash.crashes()));
        return check.isRight(crash.crashes()) ? 0 : JOB_FAILED;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
