package dev.weir.operators;

import dev.weir.snapshot.state.TypeHint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream whose records are dealt out by key, so that operators after it may keep state per key. */
public final class KeyedStream<T, K> extends DataStream<T> {

    private final @Nullable TypeHint<K> keyType;

    KeyedStream(GraphBuilder graph, List<Upstream> upstreams, @Nullable TypeHint<K> keyType) {
        super(graph, upstreams);
        this.keyType = keyType;
    }

    /** The class of the key; null where it isn't known. */
    @Override
    @Nullable
    TypeHint<K> keyType() {
        return keyType;
    }
}
