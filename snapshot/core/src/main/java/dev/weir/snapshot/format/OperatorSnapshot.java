package dev.weir.snapshot.format;

import dev.weir.snapshot.backend.KeyedSnapshot;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of one operator in one subtask, frozen.
 *
 * @param keyed null where the operator has no keyed state
 * @param operatorState by name
 * @param eventTime the operator's watermark; {@code Long.MIN_VALUE} before the first
 * @param drained whether the operator's input had ended
 */
public record OperatorSnapshot(
        String uid,
        @Nullable KeyedSnapshot keyed,
        Map<String, OperatorStateBlock> operatorState,
        long eventTime,
        boolean drained) {}
