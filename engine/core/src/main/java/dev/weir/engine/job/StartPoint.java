package dev.weir.engine.job;

import dev.weir.snapshot.format.Manifest;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run's first attempt restores, and what follows.
 *
 * @param checkpointId empty to start from the beginning
 */
public record StartPoint(OptionalLong checkpointId, Then then) {

    /** What is done once it is restored. */
    public enum Then {
        /** The sources are read on. */
        READ_ON,
        /** What it prepared is committed, and the job is finished. */
        CONCLUDE
    }

    public static final StartPoint BEGINNING = new StartPoint(OptionalLong.empty(), Then.READ_ON);

    /**
     * Of a run that restores this, or nothing. The savepoint of a drain ends the lineage that took it: what its event time
     * made due would come a second time if the sources were read on. Another lineage may start from it like from any other.
     *
     * @param lineage that of the run
     */
    public static StartPoint of(Optional<Manifest> restored, String lineage) {
        if (restored.isEmpty()) {
            return BEGINNING;
        }
        Manifest manifest = restored.get();
        boolean concludes =
                manifest.kind() == Manifest.Kind.DRAIN && manifest.lineage().equals(lineage);
        return new StartPoint(OptionalLong.of(manifest.checkpointId()), concludes ? Then.CONCLUDE : Then.READ_ON);
    }
}
