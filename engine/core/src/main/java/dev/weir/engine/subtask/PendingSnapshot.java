package dev.weir.engine.subtask;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A snapshot whose synchronous part is done.
 *
 * @param content complete once everything is there that operators still prepare and that is still under way; fails when
 *     an operator fails. Never complete where the checkpoint is given up while records under way are still collected
 * @param baseId the completed checkpoint whose files it may refer to; 0 for none
 * @param figures what it took so far, without the writing; to be asked once the content is complete
 */
public record PendingSnapshot(
        SnapshotTarget target,
        SnapshotKind kind,
        CompletionStage<SubtaskSnapshot> content,
        long baseId,
        Supplier<SnapshotFigures> figures) {

    /**
     * What it took in all, once it has been written.
     *
     * @param asyncNanos what the writing took
     */
    public SnapshotFigures figuresOf(SubtaskStateHandle written, long asyncNanos) {
        return figures.get()
                .with(new SnapshotFigures(
                        0, 0, 0, asyncNanos, 0, 0, written.index().inFlightBytes()));
    }
}
