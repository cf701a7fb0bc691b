package dev.weir.samples.restart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The process is killed with kill −9 and started again with {@code --restore latest}: each count is there once. */
class KilledProcessTest {

    private static final int KILLS = 3;
    private static final int RECORDS = 60_000;
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
            JobProcess process = start(output, key);
            process.awaitCheckpoint();
            assertThat(process.killAfter(random.nextInt(300))).isTrue();
        }

        assertThat(start(output, key).awaitEnd(120)).isZero();

        CommittedCounts.in(output, name -> name.endsWith(".committed")).areComplete(totals());
    }

    private static Map<String, Integer> totals() {
        return IntStream.range(0, NumberedJob.KEYS)
                .boxed()
                .collect(Collectors.toMap(
                        index -> "key-" + index, index -> (RECORDS - index + NumberedJob.KEYS - 1) / NumberedJob.KEYS));
    }

    private JobProcess start(Path output, String key) throws IOException {
        Path jobFolder = folder.resolve("checkpoints").resolve("NumberedJob");
        return JobProcess.start(
                jobFolder,
                folder.resolve("out-" + System.nanoTime() + ".txt").toFile(),
                List.of("-Xmx256m", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"),
                List.of(
                        NumberedJob.class.getName(),
                        "--records " + RECORDS + " --rate " + RATE_PER_SECOND + " --output " + output + " --key " + key,
                        (JobProcess.newestPublished(jobFolder) == 0 ? "" : "--restore latest ")
                                + "--weir.parallelism 3 --weir.max-parallelism 7",
                        "--weir.checkpoint.interval 100ms --weir.checkpoint.storage "
                                + folder.resolve("checkpoints").toUri()));
    }
}
