package dev.weir.engine.subtask;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import java.util.concurrent.CompletionStage;

/**
 * A snapshot whose synchronous part is done.
 *
 * @param content complete once everything that operators still prepare is there; fails when one of them fails
 * @param alignmentNanos first barrier to last
 * @param syncNanos how long processing stopped
 */
public record PendingSnapshot(
        SnapshotTarget target,
        SnapshotKind kind,
        CompletionStage<SubtaskSnapshot> content,
        long alignmentNanos,
        long syncNanos) {}
