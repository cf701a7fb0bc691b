package dev.weir.engine.subtask;

import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.plan.PlanEdge;
import org.jspecify.annotations.Nullable;

/** The failures of key selectors. */
final class KeySelectors {

    private KeySelectors() {}

    static OperatorFailure notDeterministic(PlanEdge edge, Object record, Object first, @Nullable Object second) {
        return failure(
                edge,
                record,
                new IllegalStateException("the key selector is not deterministic: called twice for one record it gave '"
                        + first + "' and '" + second
                        + "'; a key must follow from the record alone, without randomness or time"));
    }

    static OperatorFailure nullKey(PlanEdge edge, Object record) {
        return failure(
                edge,
                record,
                new NullPointerException("a key is never null: the key selector gave null for " + record
                        + "; filter such records before keyBy, or give them a key of their own"));
    }

    static OperatorFailure failed(PlanEdge edge, Object record, Exception cause) {
        return failure(edge, record, cause);
    }

    private static OperatorFailure failure(PlanEdge edge, Object record, Exception cause) {
        return new OperatorFailure("keyBy into chain " + edge.toChain(), "key selector", record, cause);
    }
}
