package dev.weir.engine.job;

import dev.weir.engine.checkpoint.RoundRecord;
import dev.weir.snapshot.storage.SavepointFolder;
import java.util.Optional;

/**
 * What a request is answered with.
 *
 * @param savepoint where it is; empty for a checkpoint
 */
public record RequestAnswer(RoundRecord round, Optional<SavepointFolder> savepoint) {}
