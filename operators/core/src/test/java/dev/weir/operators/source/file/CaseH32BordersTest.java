package dev.weir.operators.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.SourceWorld;
import dev.weir.operators.harness.SourceWorld.Checkpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every split size from one byte to the file's size, one to four readers, read buffers of 1 to 64 bytes, a crash and a
 * restore after each line: each line is there once, whole.
 */
class CaseH32BordersTest {

    private static final byte[] TEXT = TestFiles.utf8("\uFEFFa,é\r\nb,€\r\n\r\nc,\uD83D\uDE00");
    private static final List<String> TEXT_LINES = List.of("a,é", "b,€", "", "c,\uD83D\uDE00");
    private static final byte[] BARS = TestFiles.utf8("a|b||c|||d");
    private static final List<String> BARS_LINES = List.of("a|b", "c", "|d");
    private static final int MAX_READERS = 4;
    private static final int MAX_BUFFER_BYTES = 64;

    @TempDir
    private Path folder;

    @Test
    void h32TextLines() throws Exception {
        Path file = TestFiles.write(folder, "text", TEXT);
        everyWay(FileSource.lines(file.toString()), Files.size(file), TEXT_LINES);
    }

    @Test
    void h32TextLinesInGzip() throws Exception {
        Path file = TestFiles.write(folder, "text.gz", TestFiles.gzip(TEXT));
        everyWay(FileSource.lines(file.toString()), 3, TEXT_LINES);
    }

    @Test
    void h32OwnDelimiter() throws Exception {
        Path file = TestFiles.write(folder, "bars", BARS);
        everyWay(FileSource.lines(file.toString()).delimiter("||"), Files.size(file), BARS_LINES);
    }

    @Test
    void h32OwnDelimiterInGzip() throws Exception {
        Path file = TestFiles.write(folder, "bars", TestFiles.gzip(BARS));
        everyWay(FileSource.lines(file.toString()).delimiter("||"), 3, BARS_LINES);
    }

    private static void everyWay(FileSource source, long largestSplit, List<String> expected) throws Exception {
        for (long splitSize = 1; splitSize <= largestSplit; splitSize++) {
            for (int bufferSize = 1; bufferSize <= MAX_BUFFER_BYTES; bufferSize++) {
                FileSource thisWay = source.splitSize(splitSize).bufferSize(bufferSize);
                for (int readers = 1; readers <= MAX_READERS; readers++) {
                    for (int crashAfter = 0; crashAfter <= expected.size(); crashAfter++) {
                        List<String> lines = readWithCrash(thisWay, readers, crashAfter);
                        if (readers > 1) {
                            lines.sort(null);
                        }
                        List<String> wanted = readers > 1 ? sorted(expected) : expected;
                        if (!lines.equals(wanted)) {
                            assertThat(lines)
                                    .as(
                                            "splitSize=%d bufferSize=%d readers=%d crashAfter=%d",
                                            splitSize, bufferSize, readers, crashAfter)
                                    .isEqualTo(wanted);
                        }
                    }
                }
            }
        }
    }

    private static List<String> sorted(List<String> lines) {
        List<String> copy = new ArrayList<>(lines);
        copy.sort(null);
        return copy;
    }

    /** What was emitted before the crash, which comes right after so many lines, and after it. */
    private static List<String> readWithCrash(FileSource source, int readers, int crashAfter) throws Exception {
        SourceWorld<String, ?, ?> world = SourceWorld.start(source, readers);
        List<String> lines = new ArrayList<>();
        for (int turn = 0; lines.size() < crashAfter; turn++) {
            world.poll(turn % readers, 1);
            lines = world.emitted();
        }
        Checkpoint checkpoint = world.checkpoint();
        world.close();
        SourceWorld<String, ?, ?> restored = SourceWorld.restore(source, readers, checkpoint);
        restored.runToEnd();
        lines.addAll(restored.emitted());
        return lines;
    }
}
