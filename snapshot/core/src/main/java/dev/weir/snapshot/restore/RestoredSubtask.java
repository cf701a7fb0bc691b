package dev.weir.snapshot.restore;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one subtask restores, by operator uid. Its bytes are read and their checksums verified.
 *
 * @param unclaimed what is done with state that the operators don't register
 */
public record RestoredSubtask(
        Map<String, RestoredOperator> operators, RestoredInFlight inFlight, RestorePlan.Unclaimed unclaimed) {

    /** Nothing of it may be left unclaimed. */
    public RestoredSubtask(Map<String, RestoredOperator> operators, RestoredInFlight inFlight) {
        this(operators, inFlight, RestorePlan.Unclaimed.REFUSE);
    }

    /** Nothing was under way. */
    public RestoredSubtask(Map<String, RestoredOperator> operators) {
        this(operators, RestoredInFlight.NONE);
    }

    public @Nullable RestoredOperator operator(String uid) {
        return operators.get(uid);
    }
}
