package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.Split;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.source.CollectionSource;
import dev.weir.operators.source.GeneratorSource;
import dev.weir.operators.source.file.FileSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bounded source goes on at 3, 2 and 5 subtasks, each time somewhere in the middle of its splits: every record comes
 * once, splits that are read never return, and the job ends however many of the subtasks have no split.
 */
class SplitsAfterRescaleTest {

    private static final int RECORDS = 300;
    private static final int PORTION = 90;

    @TempDir
    private Path folder;

    @TempDir
    private Path storage;

    private static List<String> expected() {
        return IntStream.range(0, RECORDS).mapToObj(index -> "record " + index).toList();
    }

    @Test
    void ofAGenerator() throws Exception {
        goesOnAtEachParallelism(GeneratorSource.<String>bounded(RECORDS, index -> "record " + index)
                .splits(7));
    }

    @Test
    void ofAGeneratorWithFewerSplitsThanSubtasks() throws Exception {
        goesOnAtEachParallelism(GeneratorSource.<String>bounded(RECORDS, index -> "record " + index)
                .splits(2));
    }

    @Test
    void ofACollection() throws Exception {
        goesOnAtEachParallelism(CollectionSource.of(expected()));
    }

    @Test
    void ofFilesSomeOfWhichNoReaderHasBegun() throws Exception {
        List<String> lines = new ArrayList<>(expected());
        for (int file = 0; !lines.isEmpty(); file++) {
            List<String> content = lines.subList(0, Math.min(lines.size(), 11 + file));
            Files.write(folder.resolve("file " + file), content);
            content.clear();
        }
        goesOnAtEachParallelism(
                FileSource.lines(folder.toString()).splitSize(100).bufferSize(33));
    }

    private <S extends Split, E> void goesOnAtEachParallelism(Source<String, S, E> source) throws Exception {
        RationedSource<String, S, E> rationed = new RationedSource<>(source);
        CollectedResults<String> results = new CollectedResults<>();
        StreamJob job = (env, args) -> env.source("source", rationed).collect("results", results);
        JobSettings settings =
                Jobs.settings("rescaled").withStorage(storage.toUri().toString());
        int visible = 0;
        for (int parallelism : new int[] {3, 2, 5}) {
            rationed.allow(PORTION);
            visible += PORTION;
            try (LocalWeir weir = LocalWeir.start()) {
                JobSettings next = settings.withParallelism(parallelism);
                JobHandle running = visible == PORTION ? Jobs.start(weir, next, job) : Jobs.goOn(weir, next, job);
                results.await(visible, Jobs.PATIENCE);
                Jobs.cancel(running);
            }
        }
        rationed.allow(1_000_000);
        try (LocalWeir weir = LocalWeir.start()) {
            JobResult result = Jobs.finish(Jobs.goOn(weir, settings.withParallelism(4), job));
            assertThat(result.restarts()).isZero();
        }
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(expected());
    }
}
