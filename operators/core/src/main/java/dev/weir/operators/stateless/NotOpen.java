package dev.weir.operators.stateless;

import dev.weir.engine.operator.Output;

/** Stands where an operator's output will be once it is open. */
public final class NotOpen {

    private static final Output<Object> OUTPUT = (record, timestamp) -> {
        throw new IllegalStateException("an operator emits between open and close: it is not open");
    };

    private NotOpen() {}

    /** An output that refuses every record. */
    @SuppressWarnings("unchecked") // it never looks at a record
    public static <T> Output<T> output() {
        return (Output<T>) OUTPUT;
    }
}
