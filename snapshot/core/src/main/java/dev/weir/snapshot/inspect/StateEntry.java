package dev.weir.snapshot.inspect;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a keyed state.
 *
 * @param namespace a window's start, say; null where the state has none
 * @param value what the state's kind stores: the value, a Long, a List, a Map, an accumulator; a timer's time in milliseconds
 */
public record StateEntry(int keyGroup, Object key, @Nullable Long namespace, Object value) {}
