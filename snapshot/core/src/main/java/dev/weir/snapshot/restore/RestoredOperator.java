package dev.weir.snapshot.restore;

import dev.weir.snapshot.backend.RestoredKeyedState;
import java.util.List;
import java.util.Map;

/**
 * What one operator of one subtask restores.
 *
 * @param operatorState by name, dealt out for this subtask
 * @param eventTime the smallest watermark it inherits; {@code Long.MIN_VALUE} where there is none
 * @param drained whether all old subtasks of the operator were drained
 */
public record RestoredOperator(
        String uid,
        RestoredKeyedState keyed,
        Map<String, List<byte[]>> operatorState,
        long eventTime,
        boolean drained) {}
