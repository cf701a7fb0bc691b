package dev.weir.samples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.samples.JobRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Folders and files that a process may not read or write: one message, an exit code, nothing touched. The job runs in a
 * process of its own that has no more rights than the files' owner, also where the build has all.
 */
class WordCountFoldersTest {

    private static final int JOB_FAILED = 3;
    private static final int USAGE = 2;

    @TempDir
    private Path folder;

    private record Outcome(int exitCode, String printed) {}

    @Test
    void aMissingInputIsNamed() throws Exception {
        Path input = folder.resolve("nowhere");

        Outcome outcome = run(input, folder.resolve("out"));

        assertThat(outcome.printed()).contains(input.toString(), "exist");
        assertThat(outcome.exitCode()).isEqualTo(JOB_FAILED);
    }

    @Test
    void anUnreadableFileIsNamedAndNothingIsCommitted() throws Exception {
        Path input = Files.createDirectory(folder.resolve("in"));
        Files.writeString(input.resolve("a"), "to be\n");
        Path secret = Files.writeString(input.resolve("b"), "or not\n");
        permit(secret, "---------");

        Outcome outcome = run(input, folder.resolve("out"));

        assertThat(outcome.printed()).contains(secret.toString(), "right to read");
        assertThat(outcome.exitCode()).isEqualTo(JOB_FAILED);
        assertThat(folder.resolve("out"))
                .satisfiesAnyOf(
                        out -> assertThat(out).doesNotExist(),
                        out -> assertThat(out).isEmptyDirectory());
    }

    @Test
    void anUnreadableFolderIsNamed() throws Exception {
        Path input = Files.createDirectory(folder.resolve("in"));
        Path secret = Files.createDirectory(input.resolve("secret"));
        permit(secret, "---------");
        try {
            Outcome outcome = run(input, folder.resolve("out"));

            assertThat(outcome.printed()).contains(secret.toString(), "right to read");
            assertThat(outcome.exitCode()).isEqualTo(JOB_FAILED);
        } finally {
            permit(secret, "rwx------");
        }
    }

    @Test
    void anOutputThatCanNotBeWrittenIsRefusedBeforeTheFirstRecord() throws Exception {
        Path input = Files.writeString(folder.resolve("in"), "to be\n");
        Path output = Files.createDirectory(folder.resolve("out"));
        permit(output, "r-x------");
        try {
            Outcome outcome = run(input, output);

            assertThat(outcome.printed()).contains("a folder that can be written", output.toString());
            assertThat(outcome.exitCode()).isEqualTo(JOB_FAILED);
        } finally {
            permit(output, "rwx------");
        }
    }

    @Test
    void aFreshRunDoesNotMixItsResultsWithEarlierOnes() throws Exception {
        Path input = Files.writeString(folder.resolve("in"), "to be\n");
        Path output = Files.createDirectory(folder.resolve("out"));
        Path earlier = Files.writeString(output.resolve("part-0"), "to 1\n");

        Outcome outcome = run(input, output);

        assertThat(outcome.printed()).contains(output.toString(), "--restore latest");
        assertThat(outcome.exitCode()).isEqualTo(USAGE);
        assertThat(earlier).hasContent("to 1\n");
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private Outcome run(Path input, Path output) throws Exception {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-classpath",
                System.getProperty("java.class.path"),
                JobRunner.class.getName(),
                "wordcount",
                "--input " + input + " --output " + output,
                "--weir.parallelism 3 --weir.max-parallelism 7 --weir.restart.strategy none"));
        Path printed = folder.resolve("printed.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        int exitCode = process.waitFor();
        return new Outcome(exitCode, Files.readString(printed, StandardCharsets.UTF_8));
    }
}
