package dev.weir.snapshot.copy;

import org.jspecify.annotations.Nullable;

/** The run time of copiers: judges values by their classes. Public only for compiled copiers; not to be used elsewhere. */
public final class DeepCopy {

    /** How deep objects may be nested in a record; deeper ones are taken to hold themselves. */
    static final int MAX_DEPTH = 500;

    /** The copier of immutable classes. */
    static final DeepCopier SAME = (value, depth) -> value;

    private static final ClassValue<DeepCopier> COPIERS = new ClassValue<>() {
        @Override
        protected DeepCopier computeValue(Class<?> type) {
            return CopierFactory.create(type);
        }
    };

    private DeepCopy() {}

    static DeepCopier copierOf(Class<?> type) {
        return COPIERS.get(type);
    }

    /** A copy of something inside a record. */
    public static @Nullable Object value(@Nullable Object value, int depth) {
        if (value == null) {
            return null;
        }
        DeepCopier copier = COPIERS.get(value.getClass());
        if (copier == SAME) {
            return value;
        }
        if (depth > MAX_DEPTH) {
            throw new UncopyableException("objects must not be nested deeper than " + MAX_DEPTH + " in a record: class="
                    + value.getClass().getName() + "; does it hold itself?");
        }
        return copier.copy(value, depth);
    }

    /** The error for an object whose final fields would have to change. */
    public static UncopyableException mustNotChange(Object holder) {
        return new UncopyableException("a class with final fields that hold something mutable can't be copied: class="
                + holder.getClass().getName() + "; make it a record, or give it a no-argument constructor");
    }

    static Object copyRoot(DeepCopier copier, Object value) {
        try {
            return copier.copy(value, 0);
        } catch (UncopyableException e) {
            throw new UncopyableException(e.getMessage() + "; found at " + CopyPath.find(value), e);
        }
    }

    /** The copier of a class that can't be copied. */
    record Refusal(String message) implements DeepCopier {
        @Override
        public Object copy(Object value, int depth) {
            throw error();
        }

        UncopyableException error() {
            return new UncopyableException(message);
        }
    }
}
