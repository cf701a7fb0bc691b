package dev.weir.snapshot.format;

import java.util.List;

/**
 * What one subtask adds to a checkpoint.
 *
 * @param operators in chain order
 * @param inFlight of an unaligned snapshot
 */
public record SubtaskSnapshot(List<OperatorSnapshot> operators, InFlight inFlight) {

    /** An aligned snapshot: nothing is under way. */
    public SubtaskSnapshot(List<OperatorSnapshot> operators) {
        this(operators, InFlight.NONE);
    }

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
