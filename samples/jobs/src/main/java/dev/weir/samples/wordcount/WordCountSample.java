package dev.weir.samples.wordcount;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.JobReport;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJobs;
import dev.weir.samples.run.RunSettings;
import dev.weir.samples.run.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts the words of the files under {@code --input} and writes each update as a line {@code word n} under
 * {@code --output}. Checkpoints go to the folder {@code <output>-checkpoints}, unless told otherwise; a process that was
 * killed goes on with {@code --restore latest}.
 */
public final class WordCountSample implements Sample {

    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration LINE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "wordcount";
    }

    @Override
    public int run(JobArguments arguments) throws Exception {
        Path output = Path.of(arguments.require("output")).toAbsolutePath().normalize();
        arguments.require("input");
        StartFrom startFrom = RunSettings.startFrom(arguments);
        if (startFrom instanceof StartFrom.Fresh) {
            refuseEarlierResults(output);
        }
        JobSettings settings = RunSettings.of(
                arguments.get("job-id", name()),
                arguments,
                Map.of(
                        "weir.max-parallelism",
                        "128",
                        "weir.checkpoint.interval",
                        "1s",
                        "weir.checkpoint.storage",
                        Path.of(output + "-checkpoints").toUri().toString()));
        LongAdder counted = new LongAdder();
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = weir.submit(StreamJobs.program(new WordCountJob(counted)), arguments, settings, startFrom);
            return conclude(watch(job, counted), output, counted);
        }
    }

    /** A run from the beginning beside the results of another would show every word twice. */
    private static void refuseEarlierResults(Path output) throws IOException {
        if (!Files.isDirectory(output)) {
            return;
        }
        try (Stream<Path> files = Files.list(output)) {
            if (files.anyMatch(file -> !file.getFileName().toString().startsWith("."))) {
                throw new IllegalArgumentException("a run from the beginning needs an empty --output: " + output
                        + " holds files; go on with --restore latest, or name another folder");
            }
        }
    }

    private static JobResult watch(JobHandle job, LongAdder counted) throws InterruptedException {
        long nextLine = System.nanoTime() + LINE.toNanos();
        long countedBefore = 0;
        long toldAttempt = 0;
        while (true) {
            try {
                return job.await(LOOK);
            } catch (TimeoutException stillRunning) {
                JobReport report = job.status();
                if (report.attempt() > toldAttempt && report.status() == JobStatus.RUNNING) {
                    toldAttempt = report.attempt();
                    tellStart(report);
                }
                if (System.nanoTime() - nextLine >= 0) {
                    nextLine += LINE.toNanos();
                    long now = counted.sum();
                    System.out.printf(
                            "  %,d words, %,d/s, %s%n", now, (now - countedBefore) / LINE.toSeconds(), line(report));
                    countedBefore = now;
                }
            }
        }
    }

    private static void tellStart(JobReport report) {
        System.out.println("wordcount: attempt " + report.attempt() + " runs, "
                + (report.restoredCheckpoint().isPresent()
                        ? "restored checkpoint " + report.restoredCheckpoint().getAsLong()
                        : "from the beginning"));
    }

    private static String line(JobReport report) {
        return report.lastCheckpoint()
                .map(round -> String.format(
                        "checkpoint %d: %.0f ms, %,d bytes",
                        round.checkpointId(), round.durationNanos() / 1e6, round.bytes()))
                .orElse("no checkpoint yet");
    }

    private static int conclude(JobResult result, Path output, LongAdder counted) {
        result.failure().ifPresent(failure -> System.err.println(failure.getMessage()));
        System.out.printf(
                "wordcount %s: %,d words counted by this process, restarts=%d, counts in %s%n",
                result.status(), counted.sum(), result.restarts(), output);
        return result.status() == JobStatus.FINISHED ? 0 : JOB_FAILED;
    }
}
