package dev.weir.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.samples.run.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input ends with one clear line and an exit code, and leaves checkpoints as they are. */
class BadInputTest {

    private static final String SOUND = BadInputJobs.Sound.class.getName();

    @TempDir
    private Path folder;

    private record Outcome(int exitCode, String error) {}

    static Stream<Arguments> refusedBeforeTheStart() {
        return Stream.of(
                refused(SOUND, "--weir.parallelism -3", "weir.parallelism", "-3"),
                refused(SOUND, "--weir.parallelism 5 --weir.max-parallelism 3", "5", "3", "weir.max-parallelism"),
                refused(SOUND, "--weir.chekpoint.interval 1s", "weir.chekpoint.interval", "weir.checkpoint.interval"),
                refused(SOUND, "--weir.checkpoint.interval soon", "weir.checkpoint.interval", "soon"),
                refused(SOUND, "--restore yesterday", "--restore", "yesterday", "latest"),
                refused(SOUND, "--restore latest", "Sound", "fresh"),
                refused(SOUND, "stray", "stray", "--name value"),
                refused(SOUND, "--weir.checkpoint.storage nowhere://here", "nowhere://here", "file:///"),
                refused("no.such.Job", "", "no.such.Job", "pvuv"),
                refused("java.lang.String", "", "java.lang.String", "StreamJob"),
                refused(BadInputJobs.OneUidTwice.class.getName(), "", "a name belongs to one operator", "count"),
                refused(SOUND, "--job-id ../else", "../else", "starts with a letter or digit"),
                refused(
                        BadInputJobs.FailsToDraw.class.getName(),
                        "",
                        "IllegalStateException: no table of prices, at ",
                        "FailsToDraw.define(BadInputJobs.java:"),
                refused(BadInputJobs.BlankUid.class.getName(), "", "uid"));
    }

    static Stream<Arguments> failingAtARecord() {
        return Stream.of(
                refused(
                        BadInputJobs.NullKey.class.getName(),
                        "",
                        "a key is never null",
                        "after operator",
                        "words",
                        "filter"),
                refused(BadInputJobs.NullRecord.class.getName(), "", "a record is never null", "index 50"),
                refused(BadInputJobs.UnstableKey.class.getName(), "", "byte[]", "String"));
    }

    private static Arguments refused(String job, String arguments, String... parts) {
        return Arguments.of(job, arguments, List.of(parts));
    }

    /** Runs a command line in this JVM and takes what it says on standard error. */
    private Outcome run(String job, String... arguments) {
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            List<String> line = new ArrayList<>(List.of(job));
            line.addAll(Arrays.asList(arguments));
            if (Arrays.stream(arguments).noneMatch(argument -> argument.contains("weir.checkpoint.storage"))) {
                line.add("--weir.checkpoint.storage " + checkpoints().toUri());
            }
            return new Outcome(JobRunner.run(line.toArray(String[]::new)), captured.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(before);
        }
    }

    private Path checkpoints() {
        return folder.resolve("checkpoints");
    }

    private static void assertOneLine(Outcome outcome, int exitCode, List<String> parts) {
        assertThat(outcome.exitCode()).as(outcome.error()).isEqualTo(exitCode);
        assertThat(outcome.error().strip().lines()).as(outcome.error()).hasSize(1);
        assertThat(outcome.error()).contains(parts);
    }

    @ParameterizedTest
    @MethodSource("refusedBeforeTheStart")
    void aRunThatCannotStartIsRefusedInOneLine(String job, String arguments, List<String> parts) {
        assertOneLine(run(job, arguments), JobRunner.USAGE, parts);
    }

    @ParameterizedTest
    @MethodSource("failingAtARecord")
    void aRecordThatCannotBeTakenFailsTheJobInOneLine(String job, String arguments, List<String> parts) {
        assertOneLine(run(job, arguments, "--weir.restart.strategy none"), Sample.JOB_FAILED, parts);
    }

    @Test
    void withoutAJobTheKnownOnesAreNamed() {
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            assertThat(JobRunner.run(new String[0])).isEqualTo(JobRunner.USAGE);
        } finally {
            System.setErr(before);
        }
        assertThat(captured.toString(StandardCharsets.UTF_8)).contains("pvuv");
    }

    @Test
    void aCheckpointFolderBelowAFileIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        Outcome outcome = run(
                SOUND,
                "--weir.checkpoint.storage " + file.resolve("checkpoints").toUri());
        assertOneLine(
                outcome, JobRunner.USAGE, List.of(file.toString(), "weir.checkpoint.storage", "can't be written"));
        assertThat(file).hasContent("not a folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"truncated", "foreign", "empty"})
    void aManifestThatIsNoneIsRefusedAndStays(String damage) throws Exception {
        assertThat(run(SOUND).exitCode()).isZero();
        Path manifest = newestManifest();
        byte[] content = Files.readAllBytes(manifest);
        Files.write(
                manifest,
                switch (damage) {
                    case "truncated" -> Arrays.copyOf(content, content.length / 2);
                    case "foreign" -> "{\"jobs\": []}".getBytes(StandardCharsets.UTF_8);
                    default -> new byte[0];
                });
        Map<String, String> before = checkpointFiles();
        Outcome outcome = run(SOUND, "--restore latest");
        assertOneLine(outcome, JobRunner.USAGE, List.of(manifest.getFileName().toString(), "damaged"));
        assertThat(checkpointFiles()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("refusedBeforeTheStart")
    void aRefusedRunLeavesCheckpointsAsTheyAre(String job, String arguments, List<String> parts) throws Exception {
        assertThat(run(SOUND, "--job-id kept").exitCode()).isZero();
        Map<String, String> before = checkpointFiles();
        if (!arguments.contains("--restore")) {
            assertThat(run(job, arguments, "--job-id kept").exitCode()).isEqualTo(JobRunner.USAGE);
        }
        assertThat(run(job, "--restore latest", "--weir.parallelism 0", "--job-id kept")
                        .exitCode())
                .isEqualTo(JobRunner.USAGE);
        assertThat(checkpointFiles()).isEqualTo(before).isNotEmpty();
    }

    @Test
    void stateThatNoOperatorClaimsIsRefusedAndStays() throws Exception {
        assertThat(run(SOUND, "--job-id kept").exitCode()).isZero();
        Map<String, String> before = checkpointFiles();
        Outcome outcome = run(BadInputJobs.NullRecord.class.getName(), "--restore latest", "--job-id kept");
        assertOneLine(outcome, JobRunner.USAGE, List.of("count"));
        assertThat(checkpointFiles()).isEqualTo(before);
    }

    private Path newestManifest() throws IOException {
        try (Stream<Path> files = Files.walk(checkpoints())) {
            return files.filter(file -> file.endsWith("manifest.json"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    private Map<String, String> checkpointFiles() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(checkpoints())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().contains("chk-")) {
                    contents.put(file.toString(), Arrays.toString(Files.readAllBytes(file)));
                }
            }
        }
        return contents;
    }
}
