package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.engine.settings.StateSettings.Incremental;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints refer to what the last completed one has already. */
class IncrementalCheckpointsTest {

    @TempDir
    private Path folder = Path.of("");

    private JobSettings settings(Incremental incremental) {
        return Words.settings("words")
                .withStorage(folder.resolve("checkpoints").toUri().toString())
                .withState(StateSettings.DEFAULT.withIncremental(incremental));
    }

    private static void assertCounted(Words words, int times) {
        Stream<String> all = Stream.of();
        for (int n = 1; n <= times; n++) {
            all = Stream.concat(all, Words.counted(Words.HUNDRED, n).stream());
        }
        assertThat(words.results.list()).containsExactlyInAnyOrderElementsOf(all.toList());
    }

    @Test
    void whatDidNotChangeIsNotWrittenAgain() throws Exception {
        Words words = new Words(folder);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = words.start(weir, settings(Incremental.ON), new StartFrom.Fresh());
            words.countOnceMore(job);
            RoundRecord first = Words.get(job.checkpoint());
            RoundRecord second = Words.get(job.checkpoint());
            assertThat(second.incrementalBytes()).isLessThan(second.bytes());
            assertThat(second.bytes()).isGreaterThanOrEqualTo(first.bytes());
            Jobs.cancel(job);
        }
    }

    @Test
    void switchedOffAllIsWrittenEachTime() throws Exception {
        Words words = new Words(folder);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = words.start(weir, settings(Incremental.OFF), new StartFrom.Fresh());
            words.countOnceMore(job);
            Words.get(job.checkpoint());
            RoundRecord second = Words.get(job.checkpoint());
            assertThat(second.incrementalBytes()).isEqualTo(second.bytes());
            Jobs.cancel(job);
        }
    }

    @Test
    void aJobThatGoesOnInAnotherProcessRefersToWhatItRestored() throws Exception {
        Words words = new Words(folder);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = words.start(weir, settings(Incremental.ON), new StartFrom.Fresh());
            words.countOnceMore(job);
            Words.get(job.checkpoint());
            Words.get(job.checkpoint());
            Jobs.cancel(job);
        }
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = words.start(weir, settings(Incremental.ON), new StartFrom.Latest());
            Jobs.awaitRunning(job);
            RoundRecord first = Words.get(job.checkpoint());
            assertThat(first.incrementalBytes()).isLessThan(first.bytes());
            words.countOnceMore(job);
            Jobs.cancel(job);
        }
        assertCounted(words, 2);
    }

    @Test
    void oneThatRefersToOthersRestoresAtAnotherParallelism() throws Exception {
        Words words = new Words(folder);
        for (int parallelism : List.of(3, 1, 2)) {
            try (LocalWeir weir = LocalWeir.start()) {
                StartFrom from = words.results.size() == 0 ? new StartFrom.Fresh() : new StartFrom.Latest();
                JobSettings settings = settings(Incremental.ON).withParallelism(parallelism);
                JobHandle job = words.start(weir, settings, from);
                words.countOnceMore(job);
                Words.get(job.checkpoint());
                Words.get(job.checkpoint());
                Jobs.cancel(job);
            }
        }
        assertCounted(words, 3);
    }
}
