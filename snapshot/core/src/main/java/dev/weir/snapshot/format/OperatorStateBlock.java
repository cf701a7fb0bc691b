package dev.weir.snapshot.format;

import dev.weir.snapshot.codec.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of an operator that belongs to no key: source positions, prepared transactions, what users declare.
 *
 * @param elements each encoded by the operator that owns it; not changed afterwards
 * @param values the classes of the elements where a user declared the state; null where its owner alone knows their form
 */
public record OperatorStateBlock(
        Redistribution redistribution,
        List<byte[]> elements,
        @Nullable Schema values) {

    /** State whose form its owner alone knows. */
    public OperatorStateBlock(Redistribution redistribution, List<byte[]> elements) {
        this(redistribution, elements, null);
    }

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
