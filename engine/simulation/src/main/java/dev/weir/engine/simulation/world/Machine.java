package dev.weir.engine.simulation.world;

import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.worker.FrozenVersions;
import dev.weir.engine.worker.SnapshotBases;

/**
 * A process of the operating system: it runs a job's coordinator, or subtasks, or both. When it dies, everything in it is
 * gone; when it is paused, everything in it waits.
 */
final class Machine {

    private enum Life {
        ALIVE,
        DEAD
    }

    private final String name;
    private final SimulatedProcess process;
    private final FrozenVersions versions;
    private final SnapshotBases bases;
    private Life life = Life.ALIVE;
    private long pausedUntilNanos;

    Machine(String name, SimulatedProcess process, JobSettings settings) {
        this.name = name;
        this.process = process;
        this.versions = FrozenVersions.within(settings.task());
        this.bases = new SnapshotBases(settings.state().incremental());
    }

    /** The job's life that it belongs to. */
    SimulatedProcess process() {
        return process;
    }

    /** What it keeps in memory to roll subtasks back in place. */
    FrozenVersions versions() {
        return versions;
    }

    /** What it knows of its subtasks' parts of checkpoints. */
    SnapshotBases bases() {
        return bases;
    }

    void kill() {
        life = Life.DEAD;
    }

    boolean isDead() {
        return life == Life.DEAD;
    }

    void pauseUntil(long nanos) {
        pausedUntilNanos = nanos;
    }

    long pausedUntilNanos() {
        return pausedUntilNanos;
    }

    @Override
    public String toString() {
        return name;
    }
}
