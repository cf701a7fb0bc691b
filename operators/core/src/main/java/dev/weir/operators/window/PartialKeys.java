package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.engine.graph.Partitioning.ObjectKey;

/** The keys of a stream in which some records travel as {@link Partial}s. */
final class PartialKeys {

    private PartialKeys() {}

    /** Deals out records by their key, and partials by the key they carry. */
    static Partitioning keyed(KeyExtractor keys) {
        if (keys instanceof LongKey longs) {
            LongKey extractor = record -> record instanceof Partial partial ? partial.longKey() : longs.keyOf(record);
            return new Partitioning.Keyed(extractor);
        }
        ObjectKey objects = (ObjectKey) keys;
        ObjectKey extractor = record -> record instanceof Partial partial ? partial.key() : objects.keyOf(record);
        return new Partitioning.Keyed(extractor);
    }

    /** The failure of a key selector that answers differently when asked again. */
    static IllegalStateException notDeterministic(Object record, Object first, Object second) {
        return new IllegalStateException("the key selector is not deterministic: called twice for one record it gave '"
                + first + "' and '" + second + "'; a key must follow from the record alone, without randomness or time:"
                + " record=" + record);
    }
}
