package dev.weir.snapshot.keygroup;

import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hashes keys of one class. */
sealed interface KeyHasher {

    int hash(Object key, int depth);

    /** By the key's own {@code hashCode}. */
    record Own() implements KeyHasher {
        @Override
        public int hash(Object key, int depth) {
            return key.hashCode();
        }
    }

    /** By the constant's name. */
    record EnumName() implements KeyHasher {
        @Override
        public int hash(Object key, int depth) {
            return ((Enum<?>) key).name().hashCode();
        }
    }

    /** By the hasher of the value's class: for declared types that don't say it. */
    record Judged() implements KeyHasher {
        @Override
        public int hash(Object key, int depth) {
            // The only class that is open and has values is Object.
            throw new IllegalArgumentException(KeyClasses.refusal(key.getClass()));
        }
    }

    /** As {@link List#hashCode} specifies, over stable hashes. */
    record Elements() implements KeyHasher {
        @Override
        public int hash(Object key, int depth) {
            int hash = 1;
            for (Object element : (List<?>) key) {
                hash = 31 * hash + (element == null ? 0 : StableHash.hashAt(element, depth + 1));
            }
            return hash;
        }
    }

    /** Over the components of a record; each handle is of type {@code (Object)Object}. */
    record Components(List<MethodHandle> accessors) implements KeyHasher {
        @Override
        public int hash(Object key, int depth) {
            int hash = 0;
            for (MethodHandle accessor : accessors) {
                Object component = read(accessor, key);
                hash = 31 * hash + (component == null ? 0 : StableHash.hashAt(component, depth + 1));
            }
            return hash;
        }

        private static @Nullable Object read(MethodHandle accessor, Object key) {
            try {
                return (Object) accessor.invokeExact(key);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(
                        "reading a component of a key failed: class="
                                + key.getClass().getName(),
                        e);
            }
        }
    }

    /** No key of the class can be hashed. */
    record Refused(String message) implements KeyHasher {
        @Override
        public int hash(Object key, int depth) {
            throw error();
        }

        IllegalArgumentException error() {
            return new IllegalArgumentException(message);
        }
    }
}
