package dev.weir.snapshot.restore;

import dev.weir.snapshot.backend.RestoredKeyedState;
import java.util.List;
import java.util.Map;

/**
 * What one operator of one subtask restores.
 *
 * @param operatorState by name, dealt out for this subtask; what users declared is left out
 * @param declared the state that users declared, by name, dealt out for this subtask
 * @param eventTime the smallest watermark it inherits; {@code Long.MIN_VALUE} where there is none
 */
public record RestoredOperator(
        String uid,
        RestoredKeyedState keyed,
        Map<String, List<byte[]>> operatorState,
        Map<String, RestoredElements> declared,
        long eventTime,
        Drain drain) {

    /** One whose user declared no state that belongs to no key. */
    public RestoredOperator(
            String uid,
            RestoredKeyedState keyed,
            Map<String, List<byte[]>> operatorState,
            long eventTime,
            Drain drain) {
        this(uid, keyed, operatorState, Map.of(), eventTime, drain);
    }

    /** Whether the operator's input had ended. */
    public enum Drain {
        /** In none of the old subtasks it takes the place of. */
        RUNNING,
        /** In some of the old subtasks but not in all, and there are as many of them no longer. */
        PARTLY,
        /** In its old self; in all old subtasks where the parallelism has changed. */
        DRAINED
    }

    /** Whether it is drained: it runs no finish hook any more. */
    public boolean drained() {
        return drain == Drain.DRAINED;
    }
}
