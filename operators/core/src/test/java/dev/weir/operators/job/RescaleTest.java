package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.time.WatermarkStrategy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job goes on from its newest checkpoint at another parallelism: counts and timers of each key go on too. */
class RescaleTest {

    private static final long RECORDS = 6_000;

    @TempDir
    private Path folder;

    private final CollectedResults<String> results = new CollectedResults<>();
    private final AtomicBoolean gate = new AtomicBoolean();

    private StreamJob job() {
        Crash none = new Crash(Crash.Phase.MAP, Trap.Kind.RUNTIME_EXCEPTION, () -> false);
        return (env, args) -> env.source(
                        "numbers", new TricklingSource(RECORDS, gate::get, TricklingSource.Places.NONE))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>monotonous().withTimestampAssigner((Long number) -> number))
                .keyBy(Numbering::keyOf)
                .process("numbering", new Numbering(none))
                .collect("results", results);
    }

    private void runUntil(int visible, JobHandle handle) throws Exception {
        results.await(visible, Jobs.PATIENCE);
        Jobs.cancel(handle);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 13})
    void countsAndTimersGoOnAtEachParallelism(int maxParallelism) throws Exception {
        JobSettings settings = Jobs.settings("rescaled")
                .withMaxParallelism(maxParallelism)
                .withStorage(folder.toUri().toString());
        try (LocalWeir weir = LocalWeir.start()) {
            runUntil(50, Jobs.start(weir, settings, job()));
        }
        try (LocalWeir weir = LocalWeir.start()) {
            runUntil(results.size() + 50, Jobs.goOn(weir, settings.withParallelism(2), job()));
        }
        gate.set(true);
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.goOn(weir, settings.withParallelism(5), job()));
        }
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
    }

    @Test
    void aDerivedMaxParallelismGivesWayToTheStoredOneAndAnotherExplicitOneIsRefused() throws Exception {
        JobSettings settings = Jobs.settings("adopting").withMaxParallelism(13);
        try (LocalWeir weir = LocalWeir.start()) {
            runUntil(50, Jobs.start(weir, settings, job()));
            assertThatThrownBy(() -> Jobs.goOn(weir, settings.withMaxParallelism(7), job()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("13")
                    .hasMessageContaining("7");
            JobSettings derived = settings.withMaxParallelism(0);
            assertThatThrownBy(() -> Jobs.goOn(weir, derived.withParallelism(14), job()))
                    .isInstanceOf(JobRefusedException.class)
                    .hasMessageContaining("stored max parallelism=13")
                    .hasMessageContaining("14");
            gate.set(true);
            Jobs.finish(Jobs.goOn(weir, derived.withParallelism(5), job()));
        }
        assertThat(results.list()).containsExactlyInAnyOrderElementsOf(Numbering.expected(RECORDS));
    }
}
