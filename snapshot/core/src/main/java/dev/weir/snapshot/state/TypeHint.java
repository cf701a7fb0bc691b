package dev.weir.snapshot.state;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A type with its type arguments: {@code new TypeHint<List<String>>() {}}, or {@code TypeHint.of(Long.class)} where there
 * are none.
 */
public abstract class TypeHint<T> {

    private final Type type;

    protected TypeHint() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parent)) {
            throw new IllegalStateException(
                    "a TypeHint needs its type argument: write new TypeHint<List<String>>() {}, or TypeHint.of(Class)");
        }
        this.type = parent.getActualTypeArguments()[0];
    }

    private TypeHint(Type type) {
        this.type = type;
    }

    public static <T> TypeHint<T> of(Class<T> type) {
        return new OfClass<>(type);
    }

    /** The type with its arguments. */
    public final Type type() {
        return type;
    }

    /** The type without its arguments. */
    public final Class<?> rawType() {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        return type instanceof ParameterizedType parameterized ? (Class<?>) parameterized.getRawType() : Object.class;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof TypeHint<?> hint && hint.type.equals(type);
    }

    @Override
    public final int hashCode() {
        return type.hashCode();
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }

    private static final class OfClass<T> extends TypeHint<T> {
        OfClass(Class<T> type) {
            super(type);
        }
    }
}
