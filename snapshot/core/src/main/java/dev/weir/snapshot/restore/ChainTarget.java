package dev.weir.snapshot.restore;

import java.util.List;

/**
 * The operators that run in one subtask. All have the same parallelism.
 *
 * @param chain the chain's id in the plan
 * @param operators in chain order; at least one
 * @param inputs the edges that lead to it
 */
public record ChainTarget(int chain, List<OperatorTarget> operators, List<EdgeTarget> inputs) {

    /** A chain that no edge leads to. */
    public ChainTarget(int chain, List<OperatorTarget> operators) {
        this(chain, operators, List.of());
    }

    public ChainTarget {
        operators = List.copyOf(operators);
        inputs = List.copyOf(inputs);
        if (operators.isEmpty()) {
            throw new IllegalArgumentException("a chain has at least one operator: chain=" + chain);
        }
        int parallelism = operators.get(0).parallelism();
        if (operators.stream().anyMatch(operator -> operator.parallelism() != parallelism)) {
            throw new IllegalArgumentException(
                    "the operators of a chain have one parallelism: chain=" + chain + ", operators=" + operators);
        }
    }

    /** The operator whose inputs the edges feed. */
    public OperatorTarget head() {
        return operators.get(0);
    }

    /** How many subtasks the chain has. */
    public int parallelism() {
        return operators.get(0).parallelism();
    }
}
