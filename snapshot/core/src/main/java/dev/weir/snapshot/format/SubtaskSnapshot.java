package dev.weir.snapshot.format;

import java.util.List;

/** What one subtask adds to a checkpoint: one operator after the other, in chain order. */
public record SubtaskSnapshot(List<OperatorSnapshot> operators) {

    public SubtaskSnapshot {
        operators = List.copyOf(operators);
    }

    /** Lets go of what was frozen; idempotent. */
    public void release() {
        for (OperatorSnapshot operator : operators) {
            if (operator.keyed() != null) {
                operator.keyed().release();
            }
        }
    }
}
