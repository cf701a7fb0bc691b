package dev.weir.engine.worker;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.plugin.StateBackend;

/** What all subtasks of a run share. */
public record JobContext(
        JobProgram program,
        JobArguments arguments,
        JobSettings settings,
        String lineage,
        StateBackend state,
        JobFiles files,
        JobMeters meters,
        FrozenVersions versions) {}
