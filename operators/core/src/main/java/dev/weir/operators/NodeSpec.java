package dev.weir.operators;

import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.operator.Operator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an operation adds to the graph.
 *
 * @param kind the operation's name ("map"): the operator's name where the user gives none
 * @param uid the name the user gave; null where none was given
 */
record NodeSpec(String kind, @Nullable String uid, StateUse state, Supplier<? extends Operator<?>> operator) {

    static NodeSpec stateless(String kind, @Nullable String uid, Supplier<? extends Operator<?>> operator) {
        return new NodeSpec(kind, uid, StateUse.STATELESS, operator);
    }

    static NodeSpec stateful(String kind, String uid, Supplier<? extends Operator<?>> operator) {
        return new NodeSpec(kind, Refusals.notNull("name", uid), StateUse.STATEFUL, operator);
    }
}
