package dev.weir.engine.worker;

import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import dev.weir.snapshot.restore.SubtaskSlice;

/**
 * What a subtask of an attempt restores.
 *
 * @param version the checkpoint
 * @param slice what of it is read from storage
 * @param way {@code IN_PLACE} for a subtask that survived the attempt before: storage is read where its version isn't kept
 */
public record Restoring(VersionName version, SubtaskSlice slice, RestoreWay way) {}
