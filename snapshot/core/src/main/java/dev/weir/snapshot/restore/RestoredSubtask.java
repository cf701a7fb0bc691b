package dev.weir.snapshot.restore;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one subtask restores, by operator uid. Its bytes are read and their checksums verified. */
public record RestoredSubtask(Map<String, RestoredOperator> operators, RestoredInFlight inFlight) {

    /** Nothing was under way. */
    public RestoredSubtask(Map<String, RestoredOperator> operators) {
        this(operators, RestoredInFlight.NONE);
    }

    public @Nullable RestoredOperator operator(String uid) {
        return operators.get(uid);
    }
}
