package dev.weir.operators.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.SourceWorld;
import dev.weir.operators.harness.SourceWorld.Checkpoint;
import dev.weir.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Random bytes, cut and buffered at random, with restores at random moments, against a reading of the whole file. */
class FileLinesModelTest {

    private static final List<byte[]> PIECES = List.of(
            TestFiles.utf8("\n"),
            TestFiles.utf8("\r\n"),
            TestFiles.utf8("\r"),
            TestFiles.utf8("\n\n\n"),
            TestFiles.utf8("a"),
            TestFiles.utf8("some more text, longer than a word"),
            TestFiles.utf8("é"),
            TestFiles.utf8("€"),
            TestFiles.utf8("\uD83D\uDE00"),
            TestFiles.utf8("\uFEFF"),
            TestFiles.utf8("\uFFFD"),
            new byte[] {(byte) 0xe2, (byte) 0x82},
            new byte[] {(byte) 0xef, (byte) 0xbb},
            new byte[] {(byte) 0xf0},
            new byte[] {(byte) 0xff, (byte) 0x80},
            TestFiles.utf8("|"),
            TestFiles.utf8("||||"),
            TestFiles.utf8("aba"),
            TestFiles.utf8("ba"));

    private static final List<String> DELIMITERS = List.of("||", "\r\n", "\n", "aba", "€", "\r\n\r\n", "|a");

    @TempDir
    private Path folder;

    @Seeds(1_000)
    void theLinesAreThoseOfTheWholeFile(long seed) throws Exception {
        Random random = new Random(seed);
        String delimiter = random.nextBoolean() ? null : DELIMITERS.get(random.nextInt(DELIMITERS.size()));
        List<String> expected = new ArrayList<>();
        int files = 1 + random.nextInt(3);
        for (int i = 0; i < files; i++) {
            byte[] content = content(random);
            boolean isPacked = random.nextInt(4) == 0;
            TestFiles.write(folder, "part-" + i, isPacked ? gzipInMembers(content, random) : content);
            expected.addAll(TestFiles.linesOf(content, delimiter));
        }
        FileSource source = source(delimiter, random);

        List<String> read = read(source, random);

        read.sort(null);
        expected.sort(null);
        assertThat(read).isEqualTo(expected);
    }

    private static byte[] content(Random random) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        int pieces = random.nextInt(60);
        int kinds = 1 + random.nextInt(PIECES.size());
        int firstKind = random.nextInt(PIECES.size());
        if (random.nextInt(3) == 0) {
            content.writeBytes(TestFiles.utf8("\uFEFF"));
        }
        for (int i = 0; i < pieces; i++) {
            content.writeBytes(PIECES.get((firstKind + random.nextInt(kinds)) % PIECES.size()));
        }
        return content.toByteArray();
    }

    private static byte[] gzipInMembers(byte[] content, Random random) throws IOException {
        int cut = random.nextInt(content.length + 1);
        return TestFiles.concat(
                TestFiles.gzip(Arrays.copyOf(content, cut)),
                TestFiles.gzip(Arrays.copyOfRange(content, cut, content.length)));
    }

    private FileSource source(@Nullable String delimiter, Random random) {
        FileSource source = FileSource.lines(folder.toString())
                .splitSize(1 + random.nextInt(random.nextBoolean() ? 8 : 200))
                .bufferSize(1 + random.nextInt(random.nextBoolean() ? 12 : 100));
        return delimiter == null ? source : source.delimiter(delimiter);
    }

    private static List<String> read(FileSource source, Random random) throws Exception {
        List<String> lines = new ArrayList<>();
        SourceWorld<String, ?, ?> world = SourceWorld.start(source, 1 + random.nextInt(4));
        for (int restores = random.nextInt(4); restores > 0; restores--) {
            for (int polls = random.nextInt(60); polls > 0; polls--) {
                world.poll(random.nextInt(world.parallelism()), 1 + random.nextInt(3));
            }
            lines.addAll(world.emitted());
            Checkpoint checkpoint = world.checkpoint();
            for (int lost = random.nextInt(20); lost > 0; lost--) {
                world.poll(random.nextInt(world.parallelism()), 1 + random.nextInt(3));
            }
            world.close();
            world = SourceWorld.restore(source, 1 + random.nextInt(4), checkpoint);
        }
        world.runToEnd();
        lines.addAll(world.emitted());
        world.close();
        return lines;
    }
}
