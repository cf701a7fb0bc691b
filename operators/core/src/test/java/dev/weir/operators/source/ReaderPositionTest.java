package dev.weir.operators.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.harness.SourceWorld;
import dev.weir.operators.source.file.FileSource;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that can't be processed is found by where its reader says it came from. */
class ReaderPositionTest {

    @TempDir
    private Path folder;

    @Test
    void nothingEmittedHasNoPosition() throws Exception {
        SourceWorld<Long, ?, ?> generator = SourceWorld.start(GeneratorSource.bounded(10, n -> n), 3);
        SourceWorld<String, ?, ?> collection = SourceWorld.start(CollectionSource.of(List.of("a")), 1);

        assertThat(generator.position(1)).isEmpty();
        assertThat(collection.position(0)).isEmpty();
    }

    @Test
    void aGeneratorNamesTheIndexThatFails() throws Exception {
        GeneratorSource<Long> source = GeneratorSource.<Long>bounded(1_000, index -> {
                    if (index == 400) {
                        throw new IllegalStateException("index " + index + " is a poison");
                    }
                    return index;
                })
                .splits(7);
        SourceWorld<Long, ?, ?> world = SourceWorld.start(source, 3);
        int owner = 400 % 7 % 3;

        assertThatThrownBy(() -> world.poll(owner, 1_000)).hasMessageContaining("poison");

        assertThat(world.position(owner)).contains("index 400");
        world.poll(0, 5);
        assertThat(world.position(0)).contains("index 10");
    }

    @Test
    void aGeneratorWhoseSplitsAreApartNamesTheIndexToo() throws Exception {
        GeneratorSource<Long> source = GeneratorSource.<Long>bounded(1_000, index -> {
                    if (index == 11) {
                        throw new IllegalStateException("index " + index + " is a poison");
                    }
                    return index;
                })
                .splits(2);
        SourceWorld<Long, ?, ?> before = SourceWorld.start(source, 2);
        before.poll(0, 100);
        SourceWorld<Long, ?, ?> world = SourceWorld.restore(source, 1, before.checkpoint());

        assertThatThrownBy(() -> world.poll(0, 100)).hasMessageContaining("poison");

        assertThat(world.position(0)).contains("index 11");
    }

    @Test
    void aCollectionNamesTheElement() throws Exception {
        SourceWorld<String, ?, ?> world = SourceWorld.start(CollectionSource.of(List.of("a", "b", "c")), 1);

        world.poll(0, 2);

        assertThat(world.position(0)).contains("index 1");
    }

    @Test
    void aFileReaderNamesFileAndOffsetOfTheLine() throws Exception {
        Path file = Files.writeString(folder.resolve("lines"), "first\nsecond\nthird\n");
        SourceWorld<String, ?, ?> world =
                SourceWorld.start(FileSource.lines(file.toString()).bufferSize(4), 1);

        while (world.emitted().size() < 2) {
            world.poll(0, 1);
        }

        assertThat(world.position(0)).contains("file '" + file + "', offset 6");
    }

    @Test
    void ofAPackedFileTheOffsetIsThatOfItsContent() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write("first\nsecond".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("lines.gz"), bytes.toByteArray());
        SourceWorld<String, ?, ?> world = SourceWorld.start(FileSource.lines(file.toString()), 1);

        while (world.emitted().isEmpty()) {
            world.poll(0, 1);
        }

        assertThat(world.position(0)).contains("file '" + file + "', offset 0 of what is packed in it");
    }
}
