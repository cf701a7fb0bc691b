package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.operators.StreamJob;
import dev.weir.operators.StreamJobs;
import dev.weir.snapshot.format.Manifest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.assertj.core.api.AbstractThrowableAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Savepoints that a job can't start from: refused before a function is opened, and left as they are. */
class RestoreRefusalsTest {

    @TempDir
    private Path folder = Path.of("");

    private final LocalWeir weir = LocalWeir.start();
    private Words words = new Words(folder);
    private String uri = "";

    @BeforeEach
    void takeASavepoint() throws Exception {
        words = new Words(folder);
        uri = words.savepointOfOneEach(weir, Words.settings("first"));
    }

    @AfterEach
    void close() {
        weir.close();
    }

    private Path savepoint() {
        return Path.of(URI.create(uri));
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(StartFrom from, StreamJob job)
            throws IOException {
        Map<String, String> before = Words.contents(savepoint());
        int opens = words.opens.get();
        AbstractThrowableAssert<?, ? extends Throwable> refused = assertThatThrownBy(
                        () -> words.start(weir, Words.settings("second"), from, job))
                .isInstanceOf(JobRefusedException.class);
        assertThat(words.opens).as("no function was opened").hasValue(opens);
        assertThat(Words.contents(savepoint())).isEqualTo(before);
        return refused;
    }

    private StartFrom.Savepoint from() {
        return new StartFrom.Savepoint(uri);
    }

    @Test
    void operatorsThatNoOneClaimsAreListedWithCandidatesAndRemedies() throws Exception {
        assertRefused(from(), words.job("counts", Words.STATE))
                .hasMessageContaining("unclaimed=count (nearest: counts")
                .hasMessageContaining("--map old=new")
                .hasMessageContaining("--allow-non-restored-state");
        assertRefused(from().mapping("cuont", "counts"), words.job("counts", Words.STATE))
                .hasMessageContaining("'cuont' (nearest: count");
        JobHandle job = words.start(
                weir,
                Words.settings("second"),
                from().mapping("count", "counts").mapping("count.n", "counts.m"),
                words.job("counts", "m"));
        words.countOnceMore(job);
        assertThat(words.results.list()).containsAll(Words.counted(Words.HUNDRED, 2));
    }

    @Test
    void aSavepointOfQuiteAnotherJobIsRefusedWithItsName() throws Exception {
        StreamJob another = (env, args) -> env.source("lines", words.source).collect("lines-out", words.results);
        assertRefused(from(), another)
                .hasMessageContaining("is it another job's")
                .hasMessageContaining("written by job 'first'");
    }

    @Test
    void statesThatNoOneRegistersFailTheStartBeforeTheFirstRecord() throws Exception {
        StreamJob renamed = words.job(Words.UID, "number");
        JobHandle refused = words.start(weir, Words.settings("second"), from(), renamed);
        words.add(Words.HUNDRED);
        assertThat(Jobs.failureOf(refused))
                .contains("operator 'count' leaves unclaimed n (nearest: number)")
                .contains("--map count.old=count.new")
                .contains("--allow-non-restored-state");
        assertThat(words.results.size()).isEqualTo(Words.HUNDRED.size());
        assertThat(refused.status().attempt()).as("it isn't tried again").isEqualTo(1);

        JobHandle dropping = words.start(weir, Words.settings("third"), from().allowingNonRestoredState(), renamed);
        Jobs.awaitRunning(dropping);
        words.await(dropping, 2 * Words.HUNDRED.size());
        assertThat(words.results.list()).doesNotContain("k0 #2");
    }

    @Test
    void whatASinkPreparedIsNotForgottenWithTheSink() throws Exception {
        JobHandle job = words.start(weir, Words.settings("second"), from());
        Jobs.awaitRunning(job);
        words.add(Words.HUNDRED);
        Awaitility.await().atMost(Jobs.PATIENCE).until(() -> words.counted.get() == 2 * Words.HUNDRED.size());
        String prepared = Words.get(job.savepoint(words.place())).uri();
        Jobs.cancel(job);
        StreamJob another = (env, args) -> env.source("words", words.source)
                .keyBy(word -> word)
                .process(Words.UID, words.count(Words.STATE))
                .forEach("results", result -> {});
        JobHandle refused = words.start(weir, Words.settings("third"), new StartFrom.Savepoint(prepared), another);
        assertThat(Jobs.failureOf(refused)).contains("operator 'results' leaves unclaimed prepared-transactions");
    }

    @Test
    void anOptionIsKeptForARestartBeforeTheFirstCheckpoint() throws Exception {
        String storage = folder.resolve("checkpoints").toUri().toString();
        JobHandle first = words.start(
                weir,
                Words.settings("second").withStorage(storage),
                from().mapping("count", "counts").withMaxParallelism(21),
                words.job("counts", Words.STATE));
        Jobs.awaitRunning(first);
        Jobs.cancel(first);
        JobHandle goingOn = words.start(
                weir,
                Words.settings("second").withStorage(storage),
                new StartFrom.Latest(),
                words.job("counts", Words.STATE));
        words.countOnceMore(goingOn);
        assertThat(words.results.list()).containsAll(Words.counted(Words.HUNDRED, 2));
    }

    @Test
    void aHalfCopiedSavepointIsRefusedWithAllThatIsMissing() throws Exception {
        List<Path> segments;
        try (Stream<Path> files = Files.list(savepoint())) {
            segments = files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .toList();
        }
        Files.delete(segments.get(0));
        byte[] whole = Files.readAllBytes(segments.get(1));
        Files.write(segments.get(1), Arrays.copyOf(whole, whole.length - 1));
        assertRefused(from(), words.job())
                .hasMessageContaining(segments.get(0).getFileName() + " is missing")
                .hasMessageContaining(segments.get(1).getFileName() + " has " + (whole.length - 1) + " bytes")
                .hasMessageContaining("copy it once more");
    }

    @Test
    void aSavepointOfANewerFormatIsRefusedWithBothVersions() throws Exception {
        Path manifest = savepoint().resolve("manifest.json");
        String text = Files.readString(manifest).replace("\"formatVersion\" : 2", "\"formatVersion\" : 99");
        int start = text.indexOf("\"content\":") + "\"content\":".length();
        CRC32C checksum = new CRC32C();
        checksum.update(text.substring(start, text.length() - 2).getBytes(StandardCharsets.UTF_8));
        String sealed = "{\"crc32c\":\"" + HexFormat.of().toHexDigits((int) checksum.getValue())
                + text.substring(text.indexOf("\",\"content\""));
        Files.writeString(manifest, sealed);
        assertRefused(from(), words.job())
                .hasMessageContaining("found version=99")
                .hasMessageContaining("newest known version=" + Manifest.FORMAT_VERSION)
                .hasMessageContaining("the version of Weir that wrote it");
    }

    @Test
    void placesThatCanNotBeReadAreNamedWithTheReason() throws Exception {
        assertRefused(new StartFrom.Savepoint("gs://bucket/savepoint-1"), words.job())
                .hasMessageContaining("gs://bucket")
                .hasMessageContaining("known schemes=file");
        assertRefused(
                        new StartFrom.Savepoint(
                                folder.resolve("nowhere/savepoint-1").toUri().toString()),
                        words.job())
                .hasMessageContaining("nowhere")
                .hasMessageContaining("can't be read");
        assertThat(folder.resolve("nowhere")).doesNotExist();
        assertRefused(new StartFrom.Savepoint(uri + "0"), words.job()).hasMessageContaining("this is no savepoint");
    }

    @Test
    void aMistakeEndsNobodysRun() throws Exception {
        String storage = folder.resolve("checkpoints").toUri().toString();
        JobHandle running = words.start(weir, Words.settings("second").withStorage(storage), from());
        Jobs.awaitRunning(running);
        try (LocalWeir another = LocalWeir.start()) {
            assertThatThrownBy(() -> another.submit(
                            StreamJobs.program(words.job("renamed", Words.STATE)),
                            JobArguments.none(),
                            Words.settings("second").withStorage(storage),
                            from()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("unclaimed=count");
        }
        words.countOnceMore(running);
    }
}
