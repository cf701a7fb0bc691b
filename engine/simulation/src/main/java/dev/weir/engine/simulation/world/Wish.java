package dev.weir.engine.simulation.world;

import dev.weir.engine.operator.SnapshotKind;

/** What a person may ask of a running job. */
public enum Wish {
    CHECKPOINT,
    SAVEPOINT,
    /** Stop with a savepoint; the job is started from it again, as a new lineage. */
    STOP,
    /** Stop with a savepoint after event time was brought to its end. */
    DRAIN,
    /** Cancel; the job goes on from its last checkpoint where that is kept. */
    CANCEL;

    SnapshotKind kind() {
        return switch (this) {
            case CHECKPOINT -> SnapshotKind.CHECKPOINT;
            case SAVEPOINT -> SnapshotKind.SAVEPOINT;
            case STOP -> SnapshotKind.STOP;
            case DRAIN -> SnapshotKind.DRAIN;
            case CANCEL -> throw new IllegalStateException("a cancel takes no snapshot");
        };
    }
}
