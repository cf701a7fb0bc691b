package dev.weir.snapshot.backend;

import org.jspecify.annotations.Nullable;

/** One timer. All but {@code heapIndex} never changes; that is where the queue that moved it last had it. */
final class Timer {

    /** Null where the key is of class Long. */
    final @Nullable Object key;

    final long longKey;
    final int hash;
    final long namespace;
    final long timestamp;
    int heapIndex;

    Timer(KeyContext current, long namespace, long timestamp) {
        this.key = current.isLong ? null : current.storable();
        this.longKey = current.isLong ? current.primitive : 0;
        this.hash = current.hash;
        this.namespace = namespace;
        this.timestamp = timestamp;
    }

    boolean is(KeyContext current, long otherNamespace, long otherTimestamp) {
        return timestamp == otherTimestamp
                && namespace == otherNamespace
                && hash == current.hash
                && (key == null
                        ? current.isLong && longKey == current.primitive
                        : !current.isLong && key.equals(current.boxed()));
    }

    Object boxedKey() {
        return key == null ? (Object) longKey : key;
    }

    /** Spreads timers over the table that finds duplicates. */
    long mixed() {
        return mix(hash, namespace, timestamp);
    }

    static long mix(int hash, long namespace, long timestamp) {
        long mixed = hash + namespace * 0xD6E8FEB86659FD93L;
        mixed = (mixed ^ (mixed >>> 32)) * 0x9E3779B97F4A7C15L + timestamp;
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
        return mixed ^ (mixed >>> 32);
    }
}
