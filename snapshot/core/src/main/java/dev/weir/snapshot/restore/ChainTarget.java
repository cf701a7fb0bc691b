package dev.weir.snapshot.restore;

import java.util.List;

/**
 * The operators that run in one subtask. All have the same parallelism.
 *
 * @param chain the chain's id in the plan
 * @param operators in chain order; at least one
 */
public record ChainTarget(int chain, List<OperatorTarget> operators) {

    public ChainTarget {
        operators = List.copyOf(operators);
        if (operators.isEmpty()) {
            throw new IllegalArgumentException("a chain has at least one operator: chain=" + chain);
        }
        int parallelism = operators.get(0).parallelism();
        if (operators.stream().anyMatch(operator -> operator.parallelism() != parallelism)) {
            throw new IllegalArgumentException(
                    "the operators of a chain have one parallelism: chain=" + chain + ", operators=" + operators);
        }
    }

    /** How many subtasks the chain has. */
    public int parallelism() {
        return operators.get(0).parallelism();
    }
}
