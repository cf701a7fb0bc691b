package dev.weir.snapshot.format;

import java.util.List;

/**
 * State of an operator that belongs to no key: source positions, prepared transactions.
 *
 * @param elements each encoded by the operator that owns it; not changed afterwards
 */
public record OperatorStateBlock(Redistribution redistribution, List<byte[]> elements) {

    public OperatorStateBlock {
        elements = List.copyOf(elements);
    }

    /** What a restore does with the elements. Names are part of the checkpoint format. */
    public enum Redistribution {
        /** Kept in place at unchanged parallelism, else dealt out so that sizes differ by at most one. */
        SPLIT,
        /** Every subtask is given all elements of all subtasks. */
        UNION,
        /** All subtasks hold the same; each is given the elements of one. */
        BROADCAST
    }
}
