package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.SnapshotBase;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one subtask restores, by operator uid. Its bytes are read and their checksums verified.
 *
 * @param unclaimed what is done with state that the operators don't register
 * @param base what a checkpoint based on the restored one may refer to; null where it was put together differently
 */
public record RestoredSubtask(
        Map<String, RestoredOperator> operators,
        RestoredInFlight inFlight,
        RestorePlan.Unclaimed unclaimed,
        @Nullable SnapshotBase base) {

    /** Which a checkpoint can't refer to. */
    public RestoredSubtask(
            Map<String, RestoredOperator> operators, RestoredInFlight inFlight, RestorePlan.Unclaimed unclaimed) {
        this(operators, inFlight, unclaimed, null);
    }

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
