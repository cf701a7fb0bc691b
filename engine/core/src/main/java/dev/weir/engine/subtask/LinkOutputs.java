package dev.weir.engine.subtask;

import dev.weir.engine.operator.Output;
import java.util.List;

/** What stands between an operator and those that read it. */
final class LinkOutputs {

    private LinkOutputs() {}

    /** To several readers: edges copy what crosses a mailbox themselves; of the operators all but the last get copies. */
    static final class FanOut implements Output<Object> {
        private final Output<Object>[] edges;
        private final Output<Object>[] operators;
        private final Handover copier;

        FanOut(List<? extends Output<Object>> edges, List<? extends Output<Object>> operators, Handover copier) {
            this.edges = toArray(edges);
            this.operators = toArray(operators);
            this.copier = copier;
        }

        @Override
        public void emit(Object record, long timestamp) {
            for (Output<Object> edge : edges) {
                edge.emit(record, timestamp);
            }
            int last = operators.length - 1;
            for (int i = 0; i <= last; i++) {
                operators[i].emit(i < last ? copier.copy(record) : record, timestamp);
            }
        }

        @SuppressWarnings("unchecked") // a generic array, filled right here
        private static Output<Object>[] toArray(List<? extends Output<Object>> outputs) {
            return (Output<Object>[]) outputs.toArray(new Output<?>[0]);
        }
    }

    /** Nobody reads. */
    static final class Nowhere implements Output<Object> {
        @Override
        public void emit(Object record, long timestamp) {
            // an output without readers
        }
    }
}
