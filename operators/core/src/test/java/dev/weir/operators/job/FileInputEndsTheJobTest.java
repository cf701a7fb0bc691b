package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.source.file.FileSource;
import dev.weir.operators.source.file.MalformedInput;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An input that can't be read rightly ends the job in its first attempt, with the file named; nothing is lost. */
class FileInputEndsTheJobTest {

    private static final LocalWeir WEIR = LocalWeir.start();
    private static final int LINES = 2_000;

    @TempDir
    private Path folder;

    private final CollectedResults<String> results = new CollectedResults<>();

    @AfterAll
    static void close() {
        WEIR.close();
    }

    private StreamJob job(FileSource source) {
        return (env, args) -> env.source("lines", source).collect("results", results);
    }

    private void assertEnds(String jobId, FileSource source, Object... named) throws Exception {
        JobHandle job = Jobs.start(WEIR, Jobs.settings(jobId), job(source));
        JobResult result = job.await(Jobs.PATIENCE);
        assertThat(result.status()).isEqualTo(JobStatus.FAILED);
        assertThat(result.attempts()).isEqualTo(1);
        for (Object part : named) {
            assertThat(Jobs.failureOf(job)).contains(part.toString());
        }
    }

    @Test
    void aMissingInputBeforeAnyRecord() throws Exception {
        Files.writeString(folder.resolve("there"), "line\n");
        Path missing = folder.resolve("not-there");

        assertEnds("missing", FileSource.lines(folder.toString(), missing.toString()), missing, "exists");
        assertThat(results.list()).isEmpty();
    }

    @Test
    void aGlobThatMatchesNothing() throws Exception {
        assertEnds("no-match", FileSource.lines(folder + "/*.csv"), folder + "/*.csv");
    }

    @Test
    void aGzipThatIsCutOff() throws Exception {
        Path file = Files.write(folder.resolve("cut.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});

        assertEnds("cut", FileSource.lines(folder.toString()), file, "cut off");
    }

    @Test
    void malformedTextThatIsRefused() throws Exception {
        Path file = Files.write(folder.resolve("latin"), "gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1));

        assertEnds("malformed", FileSource.lines(folder.toString()).malformed(MalformedInput.REFUSE), file, "byte 2");
    }

    @Test
    void aFileThatChangesWhileItIsReadAndIsPutBackIsReadOn() throws Exception {
        List<String> lines = Collections.nCopies(LINES, "a line");
        Path file = Files.write(folder.resolve("changing"), lines);
        FileTime modified = Files.getLastModifiedTime(file);
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> results.size() > 0);
        StreamJob slow = (env, args) -> env.source("lines", FileSource.lines(file.toString()))
                .map(line -> {
                    if (!trap.isSprung()) {
                        Thread.sleep(1);
                    }
                    try {
                        trap.pass();
                    } catch (IllegalStateException sprung) {
                        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
                        throw sprung;
                    }
                    return line;
                })
                .collect("results", results);
        JobSettings settings = Jobs.settings("changing").withTask(Jobs.task(7, Duration.ofSeconds(30)));

        String failure = Jobs.failureOf(Jobs.start(WEIR, settings, slow));
        assertThat(failure).contains(file.toString(), "does not change", "put it back");

        Files.setLastModifiedTime(file, modified);
        Jobs.finish(Jobs.goOn(WEIR, settings, slow));
        assertThat(results.list()).isEqualTo(lines);
    }
}
