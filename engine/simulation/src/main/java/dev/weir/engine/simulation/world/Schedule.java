package dev.weir.engine.simulation.world;

import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.TaskSettings;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import dev.weir.engine.simulation.program.Shape;
import java.time.Duration;

/**
 * What a seed has decided about a job before it starts.
 *
 * @param clockStepNanos how much time a subtask feels pass at each look at its clock, at most
 */
record Schedule(Shape shape, JobSettings settings, long clockStepNanos) {

    private static final int MAX_PARALLELISM = 7;

    static Schedule draw(long seed, Draws draws) {
        Shape.Dealing dealing = draws.oneOf(Shape.Dealing.values());
        int splits = dealing == Shape.Dealing.ONE_EACH ? Shape.SOURCES : draws.between(3, 16);
        Shape shape = new Shape(
                seed,
                draws.between(1, 6),
                splits,
                draws.between(3, 48) / splits + 1,
                dealing,
                draws.oneOf(Shape.KeyClass.values()),
                draws.oneOf(Shape.SinkEdge.values()));
        return new Schedule(shape, settings(draws), draws.nanosBetween(0, 300_000));
    }

    private static JobSettings settings(Draws draws) {
        int maxConcurrent = draws.chance(0.25) ? 2 : 1;
        CheckpointSettings checkpoint = new CheckpointSettings(
                draws.chance(0.05) ? null : millis(draws.between(3, 40)),
                millis(draws.between(25, 250)),
                maxConcurrent > 1 || draws.chance(0.5) ? Duration.ZERO : millis(draws.between(1, 20)),
                maxConcurrent,
                draws.between(0, 4),
                draws.chance(0.5) ? 0 : 20 * 1024,
                CheckpointSettings.Cut.ALIGNED,
                CheckpointSettings.DEFAULT.withRetained(draws.between(1, 2)).retention());
        TaskSettings task = new TaskSettings(
                draws.between(1, 4),
                draws.between(1, 3),
                millis(draws.between(1, 10)),
                millis(draws.between(1, 20)),
                Duration.ofSeconds(30),
                0,
                draws.oneOf(RecordCopies.values()));
        return JobSettings.defaults("simulated", 2)
                .withMaxParallelism(MAX_PARALLELISM)
                .withCheckpoint(checkpoint)
                .withTask(task)
                .withRestart(new RestartSettings.ExponentialDelay(
                        millis(5), Duration.ofSeconds(1), 2.0, 0.1, Duration.ofMinutes(10)));
    }

    private static Duration millis(int count) {
        return Duration.ofMillis(count);
    }
}
