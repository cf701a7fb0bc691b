package dev.weir.snapshot.storage;

import java.util.List;
import java.util.Optional;

/**
 * A job, claimed.
 *
 * @param epoch higher than that of every coordinator before
 * @param newest the newest checkpoint of the job's lineage; empty before the first
 * @param retained all published checkpoints that are kept, in rising order
 * @param lineage the run the job is in; empty before the first
 */
public record Claim(
        long epoch, Optional<CheckpointRef> newest, List<CheckpointRef> retained, Optional<String> lineage) {

    public Claim {
        retained = List.copyOf(retained);
    }
}
