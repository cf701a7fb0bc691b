package dev.weir.snapshot.copy;

import org.jspecify.annotations.Nullable;

/**
 * Deep copies of what user code may change. Copiers are compiled once per class; all that is known of a class is cached
 * with it, so a class loader that goes takes its copiers along. Thread-safe.
 *
 * <p>What becomes of an object:
 *
 * <ul>
 *   <li>immutable throughout (see {@link #isImmutable}): it is its own copy;
 *   <li>records: rebuilt by the canonical constructor where a component was copied;
 *   <li>beans, that is classes with a no-argument constructor (of any visibility) that extend only such or
 *       {@code Object}: a new object, field by field, private and final fields included;
 *   <li>classes all of whose fields are final, without such a constructor: their own copy as long as nothing in them is
 *       mutable, else refused;
 *   <li>arrays and the collections, maps, Optional, atomics, BitSet and Date of the JDK: a new one of the same kind; views
 *       (sub-lists, key sets) become collections of their own;
 *   <li>everything else is refused, naming class, path and remedy.
 * </ul>
 *
 * An object met twice in one record is copied twice. One that holds itself is refused.
 */
public final class Copiers {

    private Copiers() {}

    /**
     * The copier of a class.
     *
     * @throws UncopyableException where no object of that class can be copied
     */
    public static Copier<Object> copierFor(Class<?> type) {
        DeepCopier copier = DeepCopy.copierOf(type);
        if (copier instanceof DeepCopy.Refusal refusal) {
            throw refusal.error();
        }
        return value -> DeepCopy.copyRoot(copier, value);
    }

    /**
     * Whether an object of exactly this class can never change, nor anything it holds: boxes, String, enums, BigDecimal,
     * java.time, UUID and such; records and classes with final fields whose declared types say the same of all their
     * values.
     */
    public static boolean isImmutable(Class<?> type) {
        return ClassFacts.of(type).immutable();
    }

    /** Whether every value of a declared type is immutable: the same, and no subclass can be otherwise. */
    public static boolean isAlwaysImmutable(Class<?> declared) {
        return ClassFacts.of(declared).always();
    }

    /**
     * Whether an object of exactly this class can hold no reference to a mutable object: an immutable one, or one whose
     * fields are all of primitive or always immutable types.
     */
    public static boolean isFlat(Class<?> type) {
        return ClassFacts.of(type).flat();
    }

    /** A copy of a value of any class; null of null. */
    public static @Nullable Object copy(@Nullable Object value) {
        return value == null ? null : DeepCopy.copyRoot(DeepCopy.copierOf(value.getClass()), value);
    }
}
