package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundRecord;

/**
 * A savepoint that is complete; what its job's sinks had prepared for it is committed.
 *
 * @param uri its folder, for a restore; it may be moved
 * @param round how it was taken
 */
public record Savepoint(String uri, RoundRecord round) {}
