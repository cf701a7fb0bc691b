package dev.weir.engine.subtask;

import dev.weir.engine.settings.TaskSettings.RecordCopies;
import dev.weir.snapshot.copy.RecordCopier;
import org.jspecify.annotations.Nullable;

/** Copies mutable records where two readers could meet, unless the job says that its records may be reused. */
final class Handover {

    private final @Nullable RecordCopier copier;

    Handover(RecordCopies copies) {
        this.copier = copies == RecordCopies.NONE ? null : new RecordCopier();
    }

    Object copy(Object record) {
        return copier == null ? record : copier.copy(record);
    }
}
