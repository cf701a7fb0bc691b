package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.LocalWeir;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.source.file.FileSource;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files through the engine, cut small, by three readers that crash: each line once. */
class CaseH32FilesTest {

    private static final LocalWeir WEIR = LocalWeir.start();
    private static final byte[] TEXT = utf8("\uFEFFa,é\r\nb,€\r\n\r\nc,\uD83D\uDE00");
    private static final List<String> TEXT_LINES = List.of("a,é", "b,€", "", "c,\uD83D\uDE00");

    @TempDir
    private Path folder;

    private final CollectedResults<String> results = new CollectedResults<>();

    @AfterAll
    static void close() {
        WEIR.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] content) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private StreamJob job(FileSource source, Trap trap) {
        return (env, args) -> env.source("lines", source)
                .map(line -> {
                    trap.pass();
                    return line;
                })
                .collect("results", results);
    }

    @Test
    void h32EachLineOfTextAndOfGzipIsThereOnce() throws Exception {
        Files.write(folder.resolve("text"), TEXT);
        Files.write(folder.resolve("text.gz"), gzip(TEXT));
        FileSource source = FileSource.lines(folder.toString()).splitSize(2).bufferSize(3);
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> true);

        Jobs.finish(Jobs.start(WEIR, Jobs.settings("h32-text"), job(source, trap)));

        List<String> expected = new ArrayList<>(TEXT_LINES);
        expected.addAll(TEXT_LINES);
        assertThat(trap.isSprung()).isTrue();
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void h32OwnDelimiters() throws Exception {
        Files.write(folder.resolve("bars"), utf8("a|b||c|||d"));
        FileSource source =
                FileSource.lines(folder.toString()).delimiter("||").splitSize(1).bufferSize(1);
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> true);

        Jobs.finish(Jobs.start(WEIR, Jobs.settings("h32-bars"), job(source, trap)));

        assertThat(results.list()).containsExactlyInAnyOrder("a|b", "c", "|d");
    }

    @Test
    void manyLinesGoOnWhereTheLastCheckpointWas() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int file = 0; file < 7; file++) {
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < 5_000; line++) {
                String one = "file " + file + (line % 3 == 0 ? " zeile äöü " : " line ") + line;
                expected.add(one);
                text.append(one).append(line % 2 == 0 ? "\n" : "\r\n");
            }
            byte[] content = utf8(text.toString());
            Files.write(folder.resolve("part-" + file), file % 3 == 2 ? gzip(content) : content);
        }
        FileSource source =
                FileSource.lines(folder.toString()).splitSize(10_007).bufferSize(501);
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> results.size() > 0);
        StreamJob job = (env, args) -> env.source("lines", source)
                .map(line -> {
                    trap.pass();
                    if (!trap.isSprung() && line.endsWith("7")) {
                        Thread.sleep(1);
                    }
                    return line;
                })
                .collect("results", results);

        JobResult result = Jobs.finish(Jobs.start(WEIR, Jobs.settings("files"), job));

        assertThat(trap.isSprung()).isTrue();
        assertThat(result.attempts()).isEqualTo(2);
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
