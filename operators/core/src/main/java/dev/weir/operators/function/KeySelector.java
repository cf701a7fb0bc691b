package dev.weir.operators.function;

/**
 * Gives a record's key: {@code click -> click.page()}. The same record always has the same key. A key is never null, and
 * its class has a {@code hashCode} that is the same in every JVM: boxes, String, UUID, java.time, enums, and records or
 * lists of these.
 */
@FunctionalInterface
public interface KeySelector<T, K> {

    /** The key; never null. */
    K getKey(T record) throws Exception;
}
