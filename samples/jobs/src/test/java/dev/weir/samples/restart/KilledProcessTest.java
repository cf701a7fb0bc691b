package dev.weir.samples.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.samples.JobRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The process is killed with kill −9 and started again with {@code --restore latest}: each count is there once. */
class KilledProcessTest {

    private static final int KILLS = 3;
    private static final long RECORDS = 60_000;
    private static final long RATE_PER_SECOND = 15_000;

    @TempDir
    private Path folder;

    /** Records that hold an enum are keys too, though an enum's hash code differs from one JVM to the next. */
    @ParameterizedTest
    @ValueSource(strings = {"text", "record"})
    void everyCountIsCommittedOnceAcrossKills(String key) throws Exception {
        Path output = Files.createDirectory(folder.resolve("output"));
        Random random = new Random(42);
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = start(output, key);
            long slots = logSlots();
            // A completed checkpoint of this run first, then a random moment.
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> !process.isAlive() || logSlots() > slots + 3);
            process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
        }

        Process last = start(output, key);
        assertThat(last.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(last.exitValue()).isZero();
        assertThat(countsByKey(output)).hasSize(NumberedJob.KEYS).allSatisfy((label, counts) -> {
            int index = Integer.parseInt(label.substring("key-".length()));
            long expected = (RECORDS - index + NumberedJob.KEYS - 1) / NumberedJob.KEYS;
            List<Long> sorted = counts.stream().sorted().toList();
            assertThat(sorted.stream().distinct().count())
                    .as("%s: doubled among %s committed", label, sorted.size())
                    .isEqualTo(sorted.size());
            assertThat(sorted).as("%s: lost", label).hasSize((int) expected);
            assertThat(sorted.get(sorted.size() - 1)).isEqualTo(expected);
        });
    }

    private Process start(Path output, String key) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=0",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        JobRunner.class.getName(),
                        NumberedJob.class.getName(),
                        "--records " + RECORDS + " --rate " + RATE_PER_SECOND + " --output " + output + " --key " + key,
                        (logSlots() == 0 ? "" : "--restore latest ") + "--weir.parallelism 3 --weir.max-parallelism 7",
                        "--weir.checkpoint.interval 100ms --weir.checkpoint.storage "
                                + folder.resolve("checkpoints").toUri())
                .redirectErrorStream(true)
                .redirectOutput(
                        folder.resolve("out-" + System.nanoTime() + ".txt").toFile())
                .start();
    }

    private long logSlots() throws IOException {
        Path log = folder.resolve("checkpoints").resolve("NumberedJob").resolve("log");
        if (!Files.isDirectory(log)) {
            return 0;
        }
        try (Stream<Path> slots = Files.list(log)) {
            return slots.map(slot -> slot.getFileName().toString())
                    .filter(name -> name.matches("\\d+"))
                    .mapToLong(Long::parseLong)
                    .max()
                    .orElse(0);
        }
    }

    private static Map<String, List<Long>> countsByKey(Path output) throws IOException {
        Map<String, List<Long>> counts = new HashMap<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".committed")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    int space = line.indexOf(' ');
                    counts.computeIfAbsent(line.substring(0, space), unused -> new ArrayList<>())
                            .add(Long.parseLong(line.substring(space + 1)));
                }
            }
        }
        return counts;
    }
}
