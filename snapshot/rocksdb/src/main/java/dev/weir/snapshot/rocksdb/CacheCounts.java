package dev.weir.snapshot.rocksdb;

import java.util.concurrent.atomic.AtomicLong;

/** How often keys of batches were found on the heap, and how often not. The owner thread counts, any thread reads. */
final class CacheCounts {

    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong misses = new AtomicLong();

    void add(long found, long missed) {
        hits.lazySet(hits.get() + found);
        misses.lazySet(misses.get() + missed);
    }

    long hits() {
        return hits.get();
    }

    long misses() {
        return misses.get();
    }
}
