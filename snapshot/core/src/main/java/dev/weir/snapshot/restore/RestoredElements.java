package dev.weir.snapshot.restore;

import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.util.List;

/**
 * What a subtask restores of an operator state that its user declared: encoded elements with the schemas they were written
 * by.
 *
 * @param redistribution how it was stored
 * @param runs in order; one for each old subtask that had some of it
 */
public record RestoredElements(Redistribution redistribution, List<Run> runs) {

    public RestoredElements {
        runs = List.copyOf(runs);
    }

    /** Elements that one subtask wrote. */
    public record Run(Schema schema, List<byte[]> elements) {
        public Run {
            elements = List.copyOf(elements);
        }
    }

    /** How many elements there are. */
    public int size() {
        return runs.stream().mapToInt(run -> run.elements.size()).sum();
    }
}
