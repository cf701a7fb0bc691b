package dev.weir.operators.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.SourceWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are read. The content of each is its own name. */
class FileSelectionTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void makeFiles() throws Exception {
        for (String name : List.of(
                "a.txt",
                "b.csv",
                ".hidden",
                "_part",
                "sub/c.txt",
                "sub/deep/d.txt",
                "_tmp/e.txt",
                ".git/f.txt",
                "x.txt/g")) {
            TestFiles.write(folder, name, name);
        }
    }

    private List<String> read(String... paths) throws Exception {
        String[] absolute = Arrays.stream(paths).map(path -> folder + path).toArray(String[]::new);
        SourceWorld<String, ?, ?> world = SourceWorld.start(FileSource.lines(absolute), 1);
        world.runToEnd();
        return world.emitted();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/; a.txt b.csv sub/c.txt sub/deep/d.txt x.txt/g",
                "/sub; sub/c.txt sub/deep/d.txt",
                "/a.txt; a.txt",
                "/.hidden; .hidden",
                "/_tmp; _tmp/e.txt",
                "/_tmp/*; _tmp/e.txt",
                "/*.txt; a.txt x.txt/g",
                "/*; a.txt b.csv sub/c.txt sub/deep/d.txt x.txt/g",
                "/*/*.txt; sub/c.txt",
                "/**.txt; a.txt sub/c.txt sub/deep/d.txt x.txt/g",
                "/**/*.txt; sub/c.txt sub/deep/d.txt",
                "/{a,b}.{txt,csv}; a.txt b.csv",
                "/[ab].*; a.txt b.csv",
                "/s?b; sub/c.txt sub/deep/d.txt",
                "/sub/../a.txt; a.txt"
            })
    void whatAPathStandsFor(String path, String expected) throws Exception {
        assertThat(String.join(" ", read(path))).isEqualTo(expected);
    }

    @Test
    void aFileThatSeveralPathsLeadToIsReadOnce() throws Exception {
        assertThat(read("/sub", "/**.txt", "/sub/c.txt", "/sub/./c.txt"))
                .containsExactlyInAnyOrder("a.txt", "sub/c.txt", "sub/deep/d.txt", "x.txt/g");
    }

    @Test
    void somethingThatIsCalledLikeAGlobIsTakenAsItIs() throws Exception {
        TestFiles.write(folder, "[ab].txt", "itself");

        assertThat(read("/[ab].txt")).containsExactly("itself");
    }

    @Test
    void aFolderWithoutFilesIsEmptyInput() throws Exception {
        Files.createDirectory(folder.resolve("empty"));

        assertThat(read("/empty")).isEmpty();
    }

    @Test
    void linksAreFollowed() throws Exception {
        Files.createSymbolicLink(folder.resolve("sub/link"), folder.resolve("b.csv"));
        Files.createSymbolicLink(folder.resolve("sub/more"), folder.resolve("x.txt"));

        assertThat(read("/sub")).containsExactly("sub/c.txt", "sub/deep/d.txt", "b.csv", "x.txt/g");
    }

    @Test
    void pathsAreRelativeToTheWorkingDirectory() throws Exception {
        Path relative = Path.of("").toAbsolutePath().relativize(folder.resolve("a.txt"));
        SourceWorld<String, ?, ?> world = SourceWorld.start(FileSource.lines(relative.toString()), 1);
        world.runToEnd();

        assertThat(world.emitted()).containsExactly("a.txt");
    }

    @Test
    void gzipIsKnownByItsFirstBytes() throws Exception {
        TestFiles.write(folder, "packed/h", TestFiles.gzip(TestFiles.utf8("h")));
        TestFiles.write(folder, "packed/i.gz", TestFiles.gzip(TestFiles.utf8("i")));

        assertThat(read("/packed")).containsExactly("h", "i");
    }

    @Test
    void newFilesAreReadWhenTheyComeAndOthersNotAgain() throws Exception {
        FileSource source = FileSource.lines(folder + "/sub", folder + "/*.csv").continuous(Duration.ofSeconds(1));
        SourceWorld<String, ?, ?> world = SourceWorld.start(source, 3);
        world.runUntilIdle();
        assertThat(world.emitted()).containsExactlyInAnyOrder("sub/c.txt", "sub/deep/d.txt", "b.csv");

        TestFiles.write(folder, ".new.csv", "new");
        Files.writeString(folder.resolve("b.csv"), "changed after it was read");
        world.repeatPeriodicCalls();
        world.runUntilIdle();
        assertThat(world.emitted()).hasSize(3);

        Files.move(folder.resolve(".new.csv"), folder.resolve("new.csv"));
        Files.createSymbolicLink(folder.resolve("sub/dangling"), folder.resolve("nowhere"));
        SourceWorld<String, ?, ?> restored = SourceWorld.restore(source, 2, world.checkpoint());
        restored.runUntilIdle();
        assertThat(restored.emitted()).containsExactly("new");
    }
}
