package dev.weir.engine.job;

import dev.weir.engine.job.JobArchive.Source;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the manifests that a job's log names. Blocks. */
public final class RecoveryPoints {

    private static final Logger LOG = LoggerFactory.getLogger(RecoveryPoints.class);

    private RecoveryPoints() {}

    /** Finds the folder of a savepoint. */
    @FunctionalInterface
    public interface Folders {
        SavepointFolder at(String uri) throws IOException;
    }

    /** Reads what a published ref names. @throws DamagedCheckpointException where it isn't what was published */
    public static Source read(CheckpointRef ref, JobStore store, Folders folders) throws IOException {
        String savepoint = ref.savepoint();
        if (savepoint == null) {
            return new Source(store.read(ref), null);
        }
        SavepointFolder folder = folders.at(savepoint);
        return new Source(store.read(ref, folder), folder);
    }

    /** The newest of the lineage's recovery points below an id whose manifest is whole; damaged ones are named in the log. */
    public static Optional<Source> newestBefore(long checkpointId, JobStore store, Folders folders) throws IOException {
        List<CheckpointRef> points = store.recoveryPoints();
        for (int i = points.size() - 1; i >= 0; i--) {
            CheckpointRef ref = points.get(i);
            if (ref.checkpointId() >= checkpointId) {
                continue;
            }
            try {
                return Optional.of(read(ref, store, folders));
            } catch (DamagedCheckpointException damaged) {
                LOG.warn("job {}: checkpoint {} is damaged too", store.jobFolder(), ref.checkpointId(), damaged);
            }
        }
        return Optional.empty();
    }
}
