package dev.weir.snapshot.plugin;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What is set for a state backend.
 *
 * @param loader finds the classes of the job's values
 * @param jobId names the job's folder on local disk
 * @param localFolder where local files go; null for the temp folder
 * @param memoryBytes the process's budget of native memory, shared by all jobs and operators
 * @param cacheBytes how much heap each process's object caches may take, shared likewise
 */
public record StateBackendOptions(
        ClassLoader loader, String jobId, @Nullable Path localFolder, long memoryBytes, long cacheBytes) {}
