package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.CheckpointSettings.Retention;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The newest checkpoint is damaged: going on fails with the file named, and older checkpoints stay as they are. Only where
 * that is set is an older one restored in its place.
 */
class CaseH35DamagedCheckpointTest {

    @TempDir
    private Path folder;

    private final CollectedResults<String> results = new CollectedResults<>();

    private enum Damage {
        MANIFEST_CUT_IN_HALF("manifest.json", "the length differs: found=\\d+, published=") {
            @Override
            byte[] of(byte[] content) {
                return Arrays.copyOf(content, content.length / 2);
            }
        },
        MANIFEST_BYTE_FLIPPED("manifest.json", "the checksum differs: published=") {
            @Override
            byte[] of(byte[] content) {
                return flipped(content);
            }
        },
        SEGMENT_BYTE_FLIPPED(".seg", "the checksum of the block|a block's length differs") {
            @Override
            byte[] of(byte[] content) {
                return flipped(content);
            }
        },
        SEGMENT_EMPTY(".seg", "the file is empty") {
            @Override
            byte[] of(byte[] content) {
                return new byte[0];
            }
        };

        final String ending;
        /** What finds it, before anything of the file is believed; a pattern. */
        final String fault;

        Damage(String ending, String fault) {
            this.ending = ending;
            this.fault = fault;
        }

        abstract byte[] of(byte[] content);

        private static byte[] flipped(byte[] content) {
            byte[] changed = content.clone();
            changed[changed.length / 2] ^= 1;
            return changed;
        }
    }

    private StreamJob job() {
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        return (env, args) -> env.source(
                        "numbers", new TricklingSource(1_000_000, () -> false, TricklingSource.Places.NONE))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(none))
                .collect("results", results);
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void goingOnFailsWithTheFileNamedAndOlderCheckpointsAreUntouched(Damage damage) throws Exception {
        JobSettings settings = settings();
        runUntilFourRounds(settings);
        Path damaged = newestFile(damage.ending);
        Files.write(damaged, damage.of(Files.readAllBytes(damaged)));
        Map<String, String> before = checkpointFiles();

        String message = failureOfGoingOn(settings);

        assertThat(message)
                .contains("chk-" + idOf(damaged) + "/" + damaged.getFileName())
                .containsIgnoringCase("damaged")
                .containsPattern(damage.fault);
        assertThat(checkpointFiles()).isEqualTo(before);
        assertThat(results.list()).as("nothing shows again").doesNotHaveDuplicates();
    }

    private JobSettings settings() {
        return Jobs.settings("h35").withStorage(folder.toUri().toString()).withCheckpoint(Jobs.inFiles(3));
    }

    private void runUntilFourRounds(JobSettings settings) throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            var job = Jobs.start(weir, settings, job());
            Awaitility.await()
                    .atMost(Jobs.PATIENCE)
                    .until(() -> job.status().checkpoints().size() >= 4 && results.size() > 0);
            Jobs.cancel(job);
        }
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void whereThatIsAllowedTheNextOlderCheckpointIsRestoredAndResultsRepeat(Damage damage) throws Exception {
        runUntilFourRounds(settings());
        Path damaged = newestFile(damage.ending);
        long older = newestBelow(idOf(damaged));
        Files.write(damaged, damage.of(Files.readAllBytes(damaged)));
        int visible = results.size();
        CheckpointSettings standard = settings().checkpoint();
        Retention fallingBack = new Retention(3, OnCancel.RETAIN, Damaged.FALL_BACK);

        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle goingOn = Jobs.goOn(weir, settings().withCheckpoint(standard.withRetention(fallingBack)), job());
            // An attempt that the damaged one fails may have committed what that one prepared, and so shown results.
            Awaitility.await()
                    .atMost(Jobs.PATIENCE)
                    .until(() -> goingOn.status().status() == JobStatus.RUNNING);
            results.await(visible + 10, Jobs.PATIENCE);
            assertThat(goingOn.status()
                            .statistics()
                            .latest()
                            .restored()
                            .orElseThrow()
                            .checkpointId())
                    .isEqualTo(older);
            Jobs.cancel(goingOn);
        }
    }

    private long newestBelow(long id) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("h35"))) {
            return files.filter(file -> file.endsWith("manifest.json"))
                    .mapToLong(CaseH35DamagedCheckpointTest::idOf)
                    .filter(other -> other < id)
                    .max()
                    .orElseThrow();
        }
    }

    private String failureOfGoingOn(JobSettings settings) throws Exception {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle goingOn = Jobs.goOn(weir, settings, job());
            String failure = Jobs.failureOf(goingOn);
            assertThat(goingOn.await(Jobs.PATIENCE).attempts())
                    .as("a restart can't help")
                    .isEqualTo(1);
            return failure;
        } catch (JobRefusedException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    /** The round that the cancel interrupts may leave files, but no manifest. */
    private static boolean isPublished(Path file) {
        return Files.exists(file.resolveSibling("manifest.json"));
    }

    private Path newestFile(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("h35"))) {
            return files.filter(file -> file.getFileName().toString().endsWith(ending))
                    .filter(CaseH35DamagedCheckpointTest::isPublished)
                    .max((a, b) -> Long.compare(idOf(a), idOf(b)))
                    .orElseThrow();
        }
    }

    private static long idOf(Path file) {
        String checkpoint = String.valueOf(file.getName(file.getNameCount() - 2));
        return Long.parseLong(checkpoint.substring("chk-".length()));
    }

    private Map<String, String> checkpointFiles() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder.resolve("h35"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().contains("chk-") && isPublished(file)) {
                    contents.put(file.toString(), Arrays.toString(Files.readAllBytes(file)));
                }
            }
        }
        return contents;
    }
}
