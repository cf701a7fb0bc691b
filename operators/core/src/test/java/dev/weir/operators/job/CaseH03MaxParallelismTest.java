package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.restore.RestoreOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Max parallelism changed, derived, or in disagreement at a restore. */
class CaseH03MaxParallelismTest {

    private static final int DERIVED = KeyGroups.defaultMaxParallelism(2);

    @TempDir
    private Path folder = Path.of("");

    private Words words() {
        return new Words(folder);
    }

    private static JobSettings settings(String jobId, int parallelism, int maxParallelism) {
        return Words.settings(jobId)
                .withMaxParallelism(0)
                .withParallelism(parallelism)
                .withMaxParallelism(maxParallelism);
    }

    @Test
    void anExplicitOneThatDiffersIsRefusedBeforeAnythingIsOpened() throws Exception {
        Words words = words();
        try (LocalWeir weir = LocalWeir.start()) {
            String uri = words.savepointOfOneEach(weir, settings("first", 3, 128));
            Map<String, String> before = Words.contents(Path.of(URI.create(uri)));
            int opens = words.opens.get();
            assertThatThrownBy(() -> words.start(weir, settings("second", 3, 64), new StartFrom.Savepoint(uri)))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("operator=count")
                    .hasMessageContaining("128")
                    .hasMessageContaining("--max-parallelism 64");
            assertThat(words.opens).hasValue(opens);
            assertThat(Words.contents(Path.of(URI.create(uri)))).isEqualTo(before);
        }
    }

    @Test
    void aDerivedOneIsThatOfTheSavepointWhateverTheParallelism() throws Exception {
        Words words = words();
        try (LocalWeir weir = LocalWeir.start()) {
            String uri = words.savepointOfOneEach(weir, settings("first", 2, 0));
            int opens = words.opens.get();
            assertThatThrownBy(
                            () -> words.start(weir, settings("second", DERIVED + 72, 0), new StartFrom.Savepoint(uri)))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("operator=count")
                    .hasMessageContaining("parallelism=" + (DERIVED + 72))
                    .hasMessageContaining("stored max parallelism=" + DERIVED);
            assertThat(words.opens).hasValue(opens);
            JobHandle job = words.start(weir, settings("second", 5, 0), new StartFrom.Savepoint(uri));
            words.countOnceMore(job);
        }
        assertEachCountedTwice(words);
    }

    @Test
    void onAnOperatorWithoutKeyedStateItMayChange() throws Exception {
        Words words = words();
        try (LocalWeir weir = LocalWeir.start()) {
            String uri = words.savepointOfOneEach(weir, settings("first", 3, 128));
            JobHandle job = words.start(
                    weir,
                    settings("second", 3, 128),
                    new StartFrom.Savepoint(uri),
                    (env, args) -> env.source("words", words.source)
                            .maxParallelism(64)
                            .keyBy(word -> word)
                            .process(Words.UID, words.count(Words.STATE))
                            .collect("results", words.results));
            words.countOnceMore(job);
        }
        assertEachCountedTwice(words);
    }

    @ParameterizedTest
    @CsvSource({"128, 256, 3", "128, 384, 2", "128, 64, 5", "128, 99, 3", "7, 1000, 4"})
    void whereItIsToBeConvertedEveryKeyKeepsItsState(int before, int after, int parallelism) throws Exception {
        Words words = words();
        try (LocalWeir weir = LocalWeir.start()) {
            String uri = words.savepointOfOneEach(weir, settings("first", 3, before));
            StartFrom converting = new StartFrom.Savepoint(uri).withMaxParallelism(after);
            JobHandle job = words.start(weir, settings("second", parallelism, before), converting);
            words.countOnceMore(job);
            Jobs.cancel(job);
            // What was converted is written so: it goes on under the new figure, and not under the old one.
            assertThatThrownBy(() -> words.start(weir, settings("second", parallelism, before), new StartFrom.Latest()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("stored max parallelism=" + after);
            StartFrom back = new StartFrom.Latest(RestoreOptions.DEFAULT.withMaxParallelism(before));
            Jobs.awaitRunning(words.start(weir, settings("second", parallelism, before), back));
        }
        assertEachCountedTwice(words);
    }

    private static void assertEachCountedTwice(Words words) {
        Stream<String> all =
                Stream.concat(Words.counted(Words.HUNDRED, 1).stream(), Words.counted(Words.HUNDRED, 2).stream());
        assertThat(words.results.list()).containsExactlyInAnyOrderElementsOf(all.toList());
    }
}
