package dev.weir.engine.job;

import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.worker.JobFiles;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.restore.RestoreOptions;
import dev.weir.snapshot.segment.NativeReads;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.Ownership;
import dev.weir.snapshot.storage.SavepointFolder;
import dev.weir.snapshot.storage.StartedFrom;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of a job, as far as storage sees it. */
final class RunOnStorage {

    private final JobStore store;
    private final JobArchive archive;
    private final JobFiles files;
    private final JobSavepoints savepoints;
    private final Optional<JobArchive.Source> restored;
    private final Claim claim;
    private final String lineage;

    /**
     * What it starts from.
     *
     * @param savepoint null for none
     */
    record Start(From from, @Nullable SavepointFolder savepoint, Ownership ownership) {

        static final Start LATEST = new Start(From.LATEST, null, Ownership.NO_CLAIM);
        static final Start FRESH = new Start(From.BEGINNING, null, Ownership.NO_CLAIM);

        static Start from(SavepointFolder savepoint, Ownership ownership) {
            return new Start(From.SAVEPOINT, savepoint, ownership);
        }
    }

    private enum From {
        LATEST,
        BEGINNING,
        SAVEPOINT
    }

    RunOnStorage(
            CheckpointStorage storage,
            String job,
            ExecutionPlan plan,
            CheckpointSettings settings,
            Start start,
            NativeReads.Backends backends)
            throws IOException {
        store = JobStore.open(storage, job);
        claim = store.claim();
        restored = sourceOf(start, storage);
        lineage = lineageOf(start);
        store.sweep();
        files = new JobFiles(
                storage, job, settings.inlineThresholdBytes(), RunOnStorage.class.getClassLoader(), backends);
        savepoints = new JobSavepoints(files, uri -> storage);
        archive = new JobArchive(
                store,
                new JobArchive.Run(job, lineage, Optional.empty(), claim.epoch(), settings.retained()),
                new JobArchive.Fitting(plan, TestPlans.targets(plan), RestoreOptions.DEFAULT),
                savepoints,
                restored);
    }

    private Optional<JobArchive.Source> sourceOf(Start start, CheckpointStorage storage) throws IOException {
        SavepointFolder savepoint = start.savepoint();
        if (savepoint != null) {
            return Optional.of(new JobArchive.Source(savepoint.read(), savepoint));
        }
        Optional<CheckpointRef> newest = claim.newest();
        return start.from() == From.LATEST && newest.isPresent()
                ? Optional.of(RecoveryPoints.read(newest.get(), store, uri -> SavepointFolder.at(uri, p -> storage)))
                : Optional.empty();
    }

    private String lineageOf(Start start) throws IOException {
        if (start.from() == From.LATEST && claim.lineage().isPresent()) {
            return claim.lineage().get();
        }
        String made = "lineage-" + claim.epoch();
        SavepointFolder savepoint = start.savepoint();
        if (savepoint == null) {
            store.recordLineage(made, null);
        } else {
            store.recordLineage(
                    made,
                    null,
                    new StartedFrom(
                            savepoint.uri(), start.ownership(), StartedFrom.Keeping.APART, RestoreOptions.DEFAULT));
        }
        return made;
    }

    JobStore store() {
        return store;
    }

    JobArchive archive() {
        return archive;
    }

    JobFiles files() {
        return files;
    }

    JobSavepoints savepoints() {
        return savepoints;
    }

    Optional<JobArchive.Source> restored() {
        return restored;
    }

    String lineage() {
        return lineage;
    }

    long epoch() {
        return claim.epoch();
    }

    List<Long> retained() {
        return claim.retained().stream().map(CheckpointRef::checkpointId).toList();
    }

    /** The restored checkpoint, where it is of the run's own lineage; 0 for none. */
    long base() {
        return restored.filter(source -> source.savepoint() == null)
                .map(JobArchive.Source::manifest)
                .filter(manifest -> manifest.lineage().equals(lineage))
                .map(Manifest::checkpointId)
                .orElse(0L);
    }
}
