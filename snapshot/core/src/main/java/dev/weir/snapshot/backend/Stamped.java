package dev.weir.snapshot.backend;

import org.jspecify.annotations.Nullable;

/**
 * What a state whose values expire stores in the place of a value, of a list's element or of a map's value.
 *
 * @param lastUseMillis when it was used last, in ms since 1970
 * @param value null only in a map
 */
public record Stamped(long lastUseMillis, @Nullable Object value) {}
