package dev.weir.architecture.bad.operators.core;

import java.io.ObjectOutputStream;
import java.util.Arrays;

/** Good: finds out whether a class serialises itself, so as to refuse it. */
public final class AsksAboutSerialization {

    public boolean serialisesItself(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(
                        method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {ObjectOutputStream.class}));
    }
}
