package dev.weir.engine.simulation.world;

import dev.weir.snapshot.format.CheckpointFolders;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.storage.CheckpointRef;
import dev.weir.snapshot.storage.CheckpointStorage.StoredFile;
import dev.weir.snapshot.storage.Claim;
import dev.weir.snapshot.storage.JobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;

/** What must hold when everything is over: storage and outside hold what they should, and nothing else. */
final class FinalChecks {

    private final Environment environment;
    private final int processes;
    private final String jobId;

    FinalChecks(Environment environment, int processes) {
        this.environment = environment;
        this.processes = processes;
        this.jobId = environment.schedule().settings().jobId();
    }

    void run() {
        try {
            JobStore store = JobStore.open(environment.storage().files(), jobId);
            Claim claim = store.claim();
            boolean isUndisturbed = processes == 1
                    && environment.faults().struck().isEmpty()
                    && !environment.oracles().wasWrittenAfterStop();
            if (isUndisturbed) {
                storageIsExact(store, claim);
            }
            store.sweep();
            storageIsExact(store, claim);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        boolean hadZombies = environment.faults().struck().containsKey(Fault.PAUSE)
                || environment.faults().struck().containsKey(Fault.ZOMBIE)
                || environment.faults().struck().containsKey(Fault.WORKER_PAUSE);
        // A canceled or stopped run leaves what it had open to its successor, if there is one.
        boolean wasEnded = environment.people().wasEnded();
        if (!hadZombies && !wasEnded && !environment.ledger().unsettled().isEmpty()) {
            throw new Violation(
                    "every leftover is aborted",
                    environment.ledger().unsettled().toString());
        }
    }

    private void storageIsExact(JobStore store, Claim claim) throws IOException {
        Set<String> listed = new TreeSet<>();
        for (CheckpointRef ref : claim.retained()) {
            listed.add(CheckpointFolders.join(jobId, ref.manifestPath()));
            Manifest manifest = store.read(ref);
            manifest.subtasks()
                    .forEach(entry ->
                            entry.handle().files().forEach(path -> listed.add(CheckpointFolders.join(jobId, path))));
        }
        Set<String> there = new TreeSet<>();
        for (StoredFile file : environment.storage().files().list(jobId)) {
            String path = file.path().substring(jobId.length() + 1);
            if (CheckpointFolders.checkpointOf(path).isPresent()) {
                there.add(file.path());
            }
        }
        if (!there.equals(listed)) {
            throw new Violation(
                    "storage holds exactly what the retained manifests list", "there=" + there + ", listed=" + listed);
        }
    }
}
