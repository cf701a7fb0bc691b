package dev.weir.engine.worker;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.operator.ClaimedRun;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.plugin.StateBackend;
import org.jspecify.annotations.Nullable;

/**
 * What all subtasks of a run share.
 *
 * @param claimedRun null where the run has claimed no savepoint
 */
public record JobContext(
        JobProgram program,
        JobArguments arguments,
        JobSettings settings,
        String lineage,
        @Nullable ClaimedRun claimedRun,
        StateBackend state,
        JobFiles files,
        JobMeters meters,
        FrozenVersions versions,
        SnapshotBases bases) {}
