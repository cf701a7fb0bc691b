package dev.weir.operators;

import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.operators.function.KeySelector;
import dev.weir.operators.function.LongKeySelector;
import dev.weir.operators.function.Partitioner;
import java.util.List;
import java.util.stream.Collectors;

/** Turns users' selectors into what the engine's partitioner asks. */
final class KeyExtractors {

    private KeyExtractors() {}

    @SuppressWarnings("unchecked") // the stream's type is that of its records
    static <T, K> Partitioning byKey(KeySelector<T, K> selector, List<Upstream> upstreams) {
        ObjectKey extractor = record -> nonNull(selector.getKey((T) record), upstreams);
        return new Partitioning.Keyed(extractor);
    }

    @SuppressWarnings("unchecked") // the stream's type is that of its records
    static <T> Partitioning byLong(LongKeySelector<T> selector) {
        LongKey extractor = record -> selector.getKey((T) record);
        return new Partitioning.Keyed(extractor);
    }

    @SuppressWarnings("unchecked") // the stream's type is that of its records
    static <T, K> Partitioning custom(
            Partitioner<K> partitioner, KeySelector<T, K> selector, List<Upstream> upstreams) {
        return new Partitioning.Custom(
                (record, targets) -> partitioner.partition(nonNull(selector.getKey((T) record), upstreams), targets));
    }

    private static <K> K nonNull(K key, List<Upstream> upstreams) {
        if (key == null) {
            throw new NullPointerException("a key is never null: the key selector after " + describe(upstreams)
                    + " gave null; filter such records out, or give them a key of their own");
        }
        return key;
    }

    private static String describe(List<Upstream> upstreams) {
        return upstreams.stream()
                .map(upstream -> "operator " + upstream.node().describe())
                .collect(Collectors.joining(" and "));
    }
}
