package dev.weir.snapshot.keygroup;

import java.util.List;

/**
 * The stable hash code of keys: the same in every JVM, equal for equal keys. Thread-safe. What becomes of a key's class:
 *
 * <ul>
 *   <li>boxes, {@code String}, {@code UUID} and the values of {@code java.time}: their own {@code hashCode};
 *   <li>enums: the hash of the constant's name, as an enum's own differs from JVM to JVM;
 *   <li>lists, of any implementation: the hash that {@link List#hashCode} specifies, over the stable hashes of their
 *       elements; without enums in it, the list's own;
 *   <li>records whose components are all of classes that hash by their own {@code hashCode}: the record's own;
 *   <li>other records (enums, lists, interfaces or type variables in them): {@code 31 * h + } the stable hash of each
 *       component, from 0, null counting 0; each component is judged by its value's class. Refused where the record
 *       declares {@code equals} or {@code hashCode} itself, as the two could then disagree;
 *   <li>arrays, alone or inside a record or list: refused, as they are equal by identity only;
 *   <li>every other class, those with the identity {@code hashCode} of {@code Object} among them: refused.
 * </ul>
 *
 * Refusals are {@link IllegalArgumentException}s that name the class and the remedy.
 */
public final class StableHash {

    /** How deep records and lists may be nested in a key; deeper ones are taken to hold themselves. */
    public static final int MAX_DEPTH = 64;

    private static final ClassValue<KeyHasher> HASHERS = new ClassValue<>() {
        @Override
        protected KeyHasher computeValue(Class<?> type) {
            return KeyClasses.hasherOf(type);
        }
    };

    private StableHash() {}

    /**
     * The stable hash code of a key.
     *
     * @throws IllegalArgumentException where the key's class, or the class of something in it, can't be a key
     * @throws NullPointerException where the key is null, with the remedy
     */
    public static int hashOf(Object key) {
        if (key instanceof Long value) {
            return Long.hashCode(value);
        }
        if (key instanceof String value) {
            return value.hashCode();
        }
        if (key instanceof Integer value) {
            return value;
        }
        if (key == null) {
            throw new NullPointerException(
                    "a key must not be null: filter such records before keyBy, or give them a key of their own");
        }
        return HASHERS.get(key.getClass()).hash(key, 0);
    }

    /**
     * The one rule about which classes may be keys; whatever stores keys keeps to it. Checks a key class that is known before
     * the first record. Classes that say nothing of their values (interfaces,
     * abstract classes, {@code Object}) pass; their values are judged one by one.
     *
     * @throws IllegalArgumentException where no key of this class can be hashed
     */
    public static void checkKeyClass(Class<?> type) {
        if (!KeyClasses.isOpen(type) && HASHERS.get(type) instanceof KeyHasher.Refused refused) {
            throw refused.error();
        }
    }

    static int hashAt(Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("a key must not be nested deeper than " + MAX_DEPTH
                    + " records or lists: class=" + value.getClass().getName() + "; does it hold itself?");
        }
        return HASHERS.get(value.getClass()).hash(value, depth);
    }
}
