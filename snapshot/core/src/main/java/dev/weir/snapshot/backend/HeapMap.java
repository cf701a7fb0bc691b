package dev.weir.snapshot.backend;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The map of one key. Once it is in a frozen view it isn't changed any more: the table gets a fork first. {@code ownedAt}
 * is the live table's: the number of freezes when keys and values were last known to be in no frozen view.
 */
final class HeapMap {

    /** In the order of insertion. */
    final Map<Object, @Nullable Object> entries;

    int ownedAt;

    private HeapMap(Map<Object, @Nullable Object> entries, int ownedAt) {
        this.entries = entries;
        this.ownedAt = ownedAt;
    }

    /** A map that takes the keys and values of another over, without copying them. */
    static HeapMap of(Map<?, ?> entries, int ownedAt) {
        return new HeapMap(new LinkedHashMap<>(entries), ownedAt);
    }

    static HeapMap empty(int ownedAt) {
        return new HeapMap(new LinkedHashMap<>(), ownedAt);
    }

    HeapMap fork() {
        return new HeapMap(new LinkedHashMap<>(entries), ownedAt);
    }
}
