package dev.weir.operators;

import org.jspecify.annotations.Nullable;

/** Checks the DSL's operations share. */
final class Refusals {

    private Refusals() {}

    /** The value. @throws NullPointerException naming the parameter */
    static <T> T notNull(String parameter, @Nullable T value) {
        if (value == null) {
            throw new NullPointerException("no parameter of the DSL may be null: " + parameter + " is");
        }
        return value;
    }
}
