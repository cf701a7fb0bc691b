package dev.weir.operators.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.plan.JobRefusedException;
import dev.weir.operators.harness.SourceWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with an input is refused with the file named, and nothing of it is skipped. */
class FileInputFaultsTest {

    private static final String THREE_LINES = "first line\nsecond line\nthird line\n";

    @TempDir
    private Path folder;

    private static void assertRefused(ThrowingCallable work, Object... named) {
        assertThatThrownBy(work)
                .isInstanceOf(JobRefusedException.class)
                .message()
                .contains(Arrays.stream(named).map(String::valueOf).toList());
    }

    private FileSource source() {
        return FileSource.lines(folder.toString()).bufferSize(8);
    }

    /** A reader that has emitted one line of a file with three. */
    private SourceWorld<String, ?, ?> readingTheSecondLine(Path file) throws Exception {
        Files.writeString(file, THREE_LINES);
        SourceWorld<String, ?, ?> world = SourceWorld.start(source(), 1);
        while (world.emitted().isEmpty()) {
            world.poll(0, 1);
        }
        return world;
    }

    @Test
    void aMissingPathIsNamedBeforeAnythingIsRead() throws Exception {
        TestFiles.write(folder, "there", THREE_LINES);
        String missing = folder.resolve("not-there").toString();
        FileSource source = FileSource.lines(folder.toString(), missing);

        assertRefused(() -> SourceWorld.start(source, 1), missing, "exists", "correct the path");
        assertRefused(() -> SourceWorld.start(source.continuous(Duration.ofSeconds(1)), 1), missing);
    }

    @Test
    void aGlobThatMatchesNothingIsNamedUnlessFilesMayStillCome() throws Exception {
        TestFiles.write(folder, "a.txt", THREE_LINES);
        FileSource source = FileSource.lines(folder + "/*.csv");

        assertRefused(() -> SourceWorld.start(source, 1), folder + "/*.csv", "continuous");
        SourceWorld<String, ?, ?> world = SourceWorld.start(source.continuous(Duration.ofSeconds(1)), 1);
        TestFiles.write(folder, "b.csv", "come");
        world.repeatPeriodicCalls();
        world.runUntilIdle();
        assertThat(world.emitted()).containsExactly("come");
    }

    @Test
    void aGlobBelowAFolderThatIsMissingNamesTheFolder() {
        String missing = folder.resolve("not-there").toString();

        assertRefused(() -> SourceWorld.start(FileSource.lines(missing + "/*.csv"), 1), "'" + missing + "'");
    }

    @Test
    void aLinkToNothingIsNamed() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nothing"));

        assertRefused(() -> SourceWorld.start(source(), 1), link, "gone");
    }

    @Test
    void foldersThatFormALoopAreNamed() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("loop"), folder);

        assertRefused(() -> SourceWorld.start(source(), 1), link, "loop");
    }

    @Test
    void aFileThatVanishesBeforeItIsReadIsNamed() throws Exception {
        Path file = TestFiles.write(folder, "a", THREE_LINES);
        SourceWorld<String, ?, ?> world = SourceWorld.start(source(), 1);
        Files.delete(file);

        assertRefused(() -> world.poll(0, 1), file, "gone", "put it back");
    }

    @Test
    void aFileThatShrinksIsNamedWithWhereItEnds() throws Exception {
        Path file = folder.resolve("a");
        SourceWorld<String, ?, ?> world = readingTheSecondLine(file);
        Files.writeString(file, THREE_LINES.substring(0, 10));

        assertRefused(world::runToEnd, file, "shrink", "sizeBytes=34", "ends at byte 10");
        assertThat(world.emitted()).containsExactly("first line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"grows", "is written anew", "vanishes"})
    void aFileThatIsNotTheSameAtTheEndOfASplitIsNamed(String change) throws Exception {
        Path file = folder.resolve("a");
        SourceWorld<String, ?, ?> world = readingTheSecondLine(file);
        change(file, change);

        assertRefused(world::runToEnd, file, change.equals("vanishes") ? "gone" : "change while it is read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"grows", "is written anew", "is another", "vanishes"})
    void aFileThatIsNotTheSameAfterARestoreIsNamed(String change) throws Exception {
        Path file = folder.resolve("a");
        SourceWorld<String, ?, ?> world = readingTheSecondLine(file);
        SourceWorld.Checkpoint checkpoint = world.checkpoint();
        change(file, change);
        SourceWorld<String, ?, ?> restored = SourceWorld.restore(source(), 1, checkpoint);

        assertRefused(() -> restored.poll(0, 1), file, change.equals("vanishes") ? "gone" : "change while it is read");
    }

    private static void change(Path file, String how) throws Exception {
        FileTime modified = Files.getLastModifiedTime(file);
        switch (how) {
            case "grows" -> {
                Files.writeString(file, THREE_LINES + "fourth line\n");
                Files.setLastModifiedTime(file, modified);
            }
            case "is written anew" -> Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(7)));
            case "is another" -> {
                Path other = Files.writeString(file.resolveSibling(".other"), THREE_LINES);
                Files.setLastModifiedTime(other, modified);
                Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            }
            default -> Files.delete(file);
        }
    }

    @Test
    void aGzipThatIsCutOffAnywhereIsNamed() throws Exception {
        byte[] packed =
                TestFiles.concat(TestFiles.gzip(TestFiles.utf8("x")), TestFiles.gzip(TestFiles.utf8(THREE_LINES)));
        int firstMember = TestFiles.gzip(TestFiles.utf8("x")).length;
        for (int length = 0; length < packed.length; length++) {
            Path file = TestFiles.write(folder, "a.gz", Arrays.copyOf(packed, length));
            SourceWorld<String, ?, ?> world = SourceWorld.start(source(), 1);
            if (length == firstMember) {
                world.runToEnd();
            } else {
                assertRefused(
                        world::runToEnd, file, length == 0 ? "it is empty" : "it is cut off", "at byte " + length);
            }
        }
    }

    @Test
    void aGzipWithAFlippedBitInItsContentIsNamed() throws Exception {
        byte[] packed = TestFiles.gzip(TestFiles.utf8(THREE_LINES));
        for (int at = 10; at < packed.length; at++) {
            byte[] damaged = packed.clone();
            damaged[at] ^= 4;
            Path file = TestFiles.write(folder, "a.gz", damaged);
            SourceWorld<String, ?, ?> world = SourceWorld.start(source(), 1);

            assertRefused(world::runToEnd, file);
        }
    }

    @Test
    void whatIsCalledGzipAndIsNotIsNamed() throws Exception {
        Path file = TestFiles.write(folder, "a.gz", THREE_LINES);

        assertRefused(() -> SourceWorld.start(source(), 1).runToEnd(), file, "isn't gzip");
    }

    @Test
    void somethingElseBehindAGzipMemberIsNamed() throws Exception {
        byte[] packed = TestFiles.gzip(TestFiles.utf8("x\n"));
        Path file = TestFiles.write(folder, "a.gz", TestFiles.concat(packed, TestFiles.utf8("more")));

        assertRefused(() -> SourceWorld.start(source(), 1).runToEnd(), file, "behind a member");
    }

    @Test
    void malformedTextIsReplacedAndCounted() throws Exception {
        TestFiles.write(
                folder, "a", TestFiles.concat(TestFiles.utf8("é\uFFFD"), new byte[] {(byte) 0xff, (byte) 0xc3}));
        InputFile file = InputProbe.probe(folder.resolve("a").toString());
        LineDecoder decoder = new LineDecoder(file, MalformedInput.REPLACE);
        byte[] bytes = Files.readAllBytes(folder.resolve("a"));

        assertThat(decoder.decode(bytes, 0, bytes.length, 0)).isEqualTo("é\uFFFD\uFFFD\uFFFD");
        assertThat(decoder.replaced()).isEqualTo(2);
        SourceWorld<String, ?, ?> world = SourceWorld.start(source(), 1);
        world.runToEnd();
        assertThat(world.emitted()).containsExactly("é\uFFFD\uFFFD\uFFFD");
    }

    @Test
    void malformedTextIsRefusedWithItsOffset() throws Exception {
        byte[] content =
                TestFiles.concat(TestFiles.utf8("\uFEFFé\nab\uFFFD"), new byte[] {(byte) 0xc3}, TestFiles.utf8("x"));
        FileSource source = source().malformed(MalformedInput.REFUSE);

        Path file = TestFiles.write(folder, "a", content);
        assertRefused(() -> SourceWorld.start(source, 1).runToEnd(), file, "UTF-8", "at byte 11;");
        TestFiles.write(folder, "a", TestFiles.gzip(content));
        assertRefused(() -> SourceWorld.start(source, 1).runToEnd(), file, "byte 11 of its uncompressed content");
    }

    @Test
    void aLineIsRefusedFromTheFirstByteAboveTheLimit() throws Exception {
        for (String end : List.of("", "\n", "\r\n", "\r\nmore")) {
            for (int buffer = 1; buffer < 30; buffer++) {
                FileSource source = source().maxLineBytes(10).bufferSize(buffer);
                TestFiles.write(folder, "a", "\uFEFF1234567890\n1234567890" + end);
                SourceWorld<String, ?, ?> world = SourceWorld.start(source, 1);
                world.runToEnd();
                assertThat(world.emitted()).startsWith("1234567890", "1234567890");

                Path file = TestFiles.write(folder, "a", "\uFEFF1\n12345678901" + end);
                assertRefused(() -> SourceWorld.start(source, 1).runToEnd(), file, "at byte 5,", "maxLineBytes=10");
            }
        }
    }

    @Test
    void theMemoryForALineIsBoundedByTheLimit() throws Exception {
        byte[] endless = new byte[1 << 20];
        Arrays.fill(endless, (byte) 'x');
        Path file = TestFiles.write(folder, "a", endless);
        FileSource source = source().maxLineBytes(1_000).bufferSize(64);

        assertRefused(() -> SourceWorld.start(source, 1).runToEnd(), file, "has one of 10");
    }

    @Test
    void aRunGoesOnBoundedOrContinuousAsItWas() throws Exception {
        TestFiles.write(folder, "a", THREE_LINES);
        SourceWorld.Checkpoint checkpoint = SourceWorld.start(source(), 1).checkpoint();
        FileSource continuous = source().continuous(Duration.ofSeconds(1));

        assertRefused(() -> SourceWorld.restore(continuous, 1, checkpoint), "BOUNDED", "UNBOUNDED");
    }

    @Test
    void settingsThatMakeNoSenseAreNamed() {
        FileSource source = source();
        List<ThrowingCallable> wrong = List.of(
                () -> source.splitSize(0),
                () -> source.bufferSize(0),
                () -> source.bufferSize((64 << 20) + 1),
                () -> source.maxLineBytes(-1),
                () -> source.delimiter(""),
                () -> source.delimiter("\uD83D"),
                () -> source.delimiter("\uFEFF"),
                () -> source.delimiter("x".repeat(257)),
                () -> source.continuous(Duration.ZERO),
                () -> FileSource.lines(),
                () -> FileSource.lines(" "),
                () -> FileSource.lines("a\0b"),
                () -> FileSource.lines("/in/[a"));
        for (ThrowingCallable setting : wrong) {
            assertThatThrownBy(setting)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(":");
        }
    }
}
