package dev.weir.engine.simulation.world;

import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.CheckpointSettings.Retention;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.SavepointSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.engine.settings.TaskSettings;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import dev.weir.engine.simulation.program.Topology;
import dev.weir.engine.simulation.program.Topology.Material;
import dev.weir.engine.simulation.program.TopologyDraw;
import dev.weir.snapshot.plugin.HeapBackend;
import dev.weir.snapshot.rocksdb.RocksProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What a seed has decided about a job before it starts.
 *
 * @param parallelism of the first start, by group of nodes
 * @param workers machines beside the coordinator's that run the subtasks; 0 where they run beside it
 * @param clockStepNanos how much time a subtask feels pass at each look at its clock, at most
 */
record Schedule(
        Topology topology,
        Mode mode,
        List<Integer> parallelism,
        JobSettings settings,
        int workers,
        long clockStepNanos) {

    /** A round takes longer the more operators it passes. */
    private static final int MILLIS_PER_NODE = 25;

    private static final int INLINE_BYTES = 20 * 1024;

    /** Databases are real, and take their time. */
    private static final int SCHEDULES_PER_ONE_ON_DISK = 64;

    private static final int SMALL_CACHE_BYTES = 1 << 13;
    private static final int SMALL_MEMORY_BYTES = 8 << 20;

    static Schedule draw(long seed, Draws draws) {
        Mode mode = draws.oneOf(Mode.values());
        RecordCopies copies = draws.oneOf(RecordCopies.values());
        Material mostMutable = copies == RecordCopies.MUTABLE ? Material.MUTABLE : Material.IMMUTABLE;
        Topology topology = TopologyDraw.draw(seed, draws.generator(), mostMutable, mode.promise());
        return new Schedule(
                topology,
                mode,
                drawParallelism(topology, draws),
                settings(mode, copies, topology.nodes().size(), draws).withState(stateOf(seed)),
                draws.chance(0.5) ? 0 : draws.between(1, 2),
                draws.nanosBetween(0, 300_000));
    }

    /** A parallelism for each group of nodes; low ones rather, so that worlds stay small. */
    static List<Integer> drawParallelism(Topology topology, Draws draws) {
        List<Integer> parallelism = new ArrayList<>();
        for (int group = 0; group < topology.groups(); group++) {
            parallelism.add(Math.min(draws.between(1, 4), draws.between(1, 4)));
        }
        return parallelism;
    }

    private static JobSettings settings(Mode mode, RecordCopies copies, int nodes, Draws draws) {
        int maxConcurrent = mode == Mode.CONCURRENT ? draws.between(2, 3) : 1;
        boolean pauses = maxConcurrent == 1 && draws.chance(0.5);
        CheckpointSettings checkpoint = new CheckpointSettings(
                draws.chance(0.05) ? null : millis(draws.between(3, 40)),
                millis(draws.between(25, 250) + nodes * MILLIS_PER_NODE),
                pauses ? millis(draws.between(1, 20)) : Duration.ZERO,
                maxConcurrent,
                draws.between(0, 4),
                draws.chance(0.5) ? 0 : INLINE_BYTES,
                mode.cut(draws),
                new Retention(draws.between(1, 3), draws.oneOf(OnCancel.values()), draws.oneOf(Damaged.values())));
        TaskSettings task = new TaskSettings(
                draws.between(1, 4),
                draws.between(1, 3),
                millis(draws.between(1, 10)),
                millis(draws.between(1, 20)),
                Duration.ofSeconds(30),
                0,
                copies);
        return JobSettings.defaults("simulated", 2)
                .withCheckpoint(checkpoint)
                .withSavepoint(SavepointSettings.DEFAULT.withTimeout(checkpoint.timeout()))
                .withTask(task)
                .withRestart(new RestartSettings.ExponentialDelay(
                        millis(5), Duration.ofSeconds(1), 2.0, 0.1, Duration.ofMinutes(10)));
    }

    /**
     * Where keyed state is: now and then in real databases, with a cache that holds a few dozen entries. Drawn apart from
     * all else, so that a seed draws the same schedule wherever its state is.
     */
    private static StateSettings stateOf(long seed) {
        Random random = new Random(~seed);
        StateSettings.Incremental incremental =
                random.nextInt(5) == 0 ? StateSettings.Incremental.OFF : StateSettings.Incremental.ON;
        boolean isOnDisk = random.nextInt(SCHEDULES_PER_ONE_ON_DISK) == 0;
        return StateSettings.DEFAULT
                .withIncremental(incremental)
                .withBackend(isOnDisk ? RocksProvider.NAME : HeapBackend.NAME)
                .withCacheBytes(SMALL_CACHE_BYTES)
                .withMemoryBytes(SMALL_MEMORY_BYTES);
    }

    private static Duration millis(int count) {
        return Duration.ofMillis(count);
    }
}
