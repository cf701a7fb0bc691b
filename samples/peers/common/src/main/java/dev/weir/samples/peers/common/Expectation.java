package dev.weir.samples.peers.common;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the sinks of a keyed sum must have got, given how many records each source emitted. The running sums of a key
 * that came n times with the mapped value v are v, 2v, ..., nv whatever the order, so counting the keys is enough.
 */
public final class Expectation {

    private Expectation() {}

    /**
     * The totals of all the sinks.
     *
     * @param keyCount how many keys there are, {@link Workload#keyCount}
     * @param sourceCounts records emitted, by source index
     */
    public static Totals of(Variant variant, int keyCount, List<Long> sourceCounts) {
        long[][] countsBySource = IntStream.range(0, sourceCounts.size())
                .parallel()
                .mapToObj(source -> keyCounts(source, sourceCounts.get(source), keyCount))
                .toArray(long[][]::new);
        return IntStream.range(0, keyCount)
                .parallel()
                .mapToObj(key -> ofKey(
                        variant,
                        key,
                        Arrays.stream(countsBySource)
                                .mapToLong(counts -> counts[key])
                                .sum()))
                .reduce(Totals.NONE, Totals::plus);
    }

    private static long[] keyCounts(int sourceIndex, long emittedCount, int keyCount) {
        long[] counts = new long[keyCount];
        Generator generator = Generator.at(sourceIndex, 0, keyCount);
        for (long i = 0; i < emittedCount; i++) {
            counts[generator.nextKey()]++;
        }
        return counts;
    }

    private static Totals ofKey(Variant variant, int key, long count) {
        long mapped = variant.mapped(Records.valueOf(key));
        if (!Records.isKept(mapped)) {
            return Totals.NONE;
        }
        long keyCode = variant.keyCode(key);
        long checksum = 0;
        for (long n = 1; n <= count; n++) {
            checksum += Records.mix(keyCode, n * mapped);
        }
        return new Totals(count, checksum);
    }
}
