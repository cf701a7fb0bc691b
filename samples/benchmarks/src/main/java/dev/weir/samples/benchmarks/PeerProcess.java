package dev.weir.samples.benchmarks;

import dev.weir.samples.peers.common.DiskState;
import dev.weir.samples.peers.common.PeerReport;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One run of a peer in a JVM of its own. What the peer writes to standard error goes to the launcher's. */
final class PeerProcess {

    private static final long HEAP_MB = 4096;

    /** Else the C library keeps a heap of its own for each thread, and how much of that is touched is up to chance. */
    private static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "2");

    /** What warm-up, deployment and verification may take beside the measured job. */
    private static final Duration EXTRA_TIME_LIMIT = Duration.ofMinutes(5);

    private final Path jar;

    PeerProcess(Path jar) {
        this.jar = jar;
    }

    /** Runs the plan to its end; a JVM that hangs is killed and makes the run fail. */
    RunOutcome run(RunKey key, RunPlan plan) throws IOException, InterruptedException {
        Path output = plan.checkpointFolder().resolveSibling("peer-output.txt");
        ProcessBuilder builder = new ProcessBuilder(commandLine(plan))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(output.toFile());
        builder.environment().putAll(ENVIRONMENT);
        Process process = builder.start();
        Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            return await(key, plan, process, output);
        } finally {
            process.destroyForcibly().waitFor();
            Runtime.getRuntime().removeShutdownHook(killer);
        }
    }

    private static RunOutcome await(RunKey key, RunPlan plan, Process process, Path output)
            throws IOException, InterruptedException {
        Duration limit = Duration.ofSeconds(plan.seconds()).multipliedBy(3).plus(EXTRA_TIME_LIMIT);
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
            return RunOutcome.failed(
                    key, "failed: the peer must end within " + limit.toSeconds() + " s and was killed");
        }
        if (process.exitValue() != 0) {
            return RunOutcome.failed(
                    key, "failed: the peer must exit with 0: " + process.exitValue() + "; its standard error says why");
        }
        return reportIn(output)
                .map(report -> RunOutcome.of(key, report))
                .orElseGet(() -> RunOutcome.failed(key, "failed: the peer must print a report and printed none"));
    }

    private static Optional<PeerReport> reportIn(Path output) throws IOException {
        return Files.readAllLines(output, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith(PeerReport.PREFIX))
                .findFirst()
                .map(PeerReport::parse);
    }

    private List<String> commandLine(RunPlan plan) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        long heapMb = plan.workload() == Workload.MEMORY ? DiskState.SMALL_HEAP_MB : HEAP_MB;
        command.addAll(List.of("-Xmx" + heapMb + "m", "-Xms" + heapMb + "m", "-XX:+UseParallelGC"));
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(List.of(plan.toArguments()));
        return command;
    }
}
