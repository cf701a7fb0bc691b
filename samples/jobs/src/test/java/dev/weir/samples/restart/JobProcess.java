package dev.weir.samples.restart;

import dev.weir.samples.JobRunner;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A job in a JVM of its own, and what its storage says of it. */
public final class JobProcess {

    private static final Pattern CHECKPOINT_ID = Pattern.compile("\"checkpointId\"\\s*:\\s*(\\d+)");

    private final Process process;
    private final Path jobFolder;
    private final long publishedBefore;

    private JobProcess(Process process, Path jobFolder, long publishedBefore) {
        this.process = process;
        this.jobFolder = jobFolder;
        this.publishedBefore = publishedBefore;
    }

    /**
     * Starts a job.
     *
     * @param jobFolder the job's folder in the checkpoint storage
     * @param output what the process prints
     * @param arguments the job runner's
     */
    public static JobProcess start(Path jobFolder, File output, List<String> jvmOptions, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), JobRunner.class.getName()));
        command.addAll(arguments);
        long published = newestPublished(jobFolder);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        return new JobProcess(process, jobFolder, published);
    }

    /** Waits until a checkpoint of this run has completed, or the process has ended. */
    public void awaitCheckpoint() {
        Awaitility.await()
                .pollInterval(10, TimeUnit.MILLISECONDS)
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> !process.isAlive() || newestPublished(jobFolder) > publishedBefore);
    }

    /**
     * Kills the process with kill −9 after a while, unless it has ended by then.
     *
     * @return whether it was killed
     */
    public boolean killAfter(int millis) throws InterruptedException {
        boolean isOver = process.waitFor(millis, TimeUnit.MILLISECONDS);
        process.destroyForcibly().waitFor();
        return !isOver;
    }

    /** Waits for the end of the process and answers its exit code. */
    public int awaitEnd(int seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the process still runs after " + seconds + " s");
        }
        return process.exitValue();
    }

    /** Whether a checkpoint was completed since the start of this process. */
    public boolean hasCheckpoint() throws IOException {
        return newestPublished(jobFolder) > publishedBefore;
    }

    /** The newest checkpoint that the job's log says was published; 0 for none. */
    public static long newestPublished(Path jobFolder) throws IOException {
        Path log = jobFolder.resolve("log");
        if (!Files.isDirectory(log)) {
            return 0;
        }
        try (Stream<Path> slots = Files.list(log)) {
            return slots.filter(slot -> slot.getFileName().toString().matches("\\d+"))
                    .flatMap(slot -> CHECKPOINT_ID.matcher(text(slot)).results())
                    .map((MatchResult found) -> found.group(1))
                    .mapToLong(Long::parseLong)
                    .max()
                    .orElse(0);
        }
    }

    /** A slot may be deleted between listing and reading: a newer one says more. */
    private static String text(Path slot) {
        try {
            return Files.readString(slot);
        } catch (IOException deleted) {
            return "";
        }
    }
}
