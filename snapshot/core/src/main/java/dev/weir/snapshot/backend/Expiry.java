package dev.weir.snapshot.backend;

import java.util.Map;

/**
 * What of a frozen view had expired when it was frozen.
 *
 * @param cutoffs by state, for those whose values expire: what was last used at that time or before, in ms since 1970, is
 *     not handed on
 */
public record Expiry(Map<String, Long> cutoffs) {

    /** Nothing expires. */
    public static final Expiry NONE = new Expiry(Map.of());

    public Expiry {
        cutoffs = Map.copyOf(cutoffs);
    }

    /** A sink that hands on to another all that hasn't expired. */
    public KeyedStateSink before(KeyedStateSink sink) {
        return cutoffs.isEmpty() ? sink : new UnexpiredSink(sink, cutoffs);
    }
}
