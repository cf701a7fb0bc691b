package dev.weir.samples.peers.common;

import java.util.Arrays;
import java.util.Collection;

/** Percentiles by nearest rank: each is one of the values, so the 99th of fewer than 100 values is the largest. */
public final class Percentiles {

    private final long[] sorted;

    private Percentiles(long[] sorted) {
        this.sorted = sorted;
    }

    /**
     * The percentiles of some values.
     *
     * @throws IllegalArgumentException when there are none
     */
    public static Percentiles of(Collection<Long> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("percentiles are of one value at least: got none");
        }
        long[] sorted = values.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return new Percentiles(sorted);
    }

    /**
     * The least value that {@code percent} of the values don't exceed.
     *
     * @param percent in 1..100
     */
    public long at(int percent) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("a percentile is in 1..100: got " + percent);
        }
        long rank = ((long) percent * sorted.length + 99) / 100;
        return sorted[(int) rank - 1];
    }

    public long max() {
        return sorted[sorted.length - 1];
    }
}
