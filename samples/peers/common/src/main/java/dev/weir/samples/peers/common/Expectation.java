package dev.weir.samples.peers.common;

import dev.weir.samples.peers.common.Workload.Job;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What the sinks of a job must have got, given how many records each source emitted. The values of a key are all the same,
 * so counting the keys is enough: the running sums of one that came n times with value v are v, 2v, ..., nv whatever the
 * order.
 */
public final class Expectation {

    private Expectation() {}

    /**
     * The totals of all the sinks.
     *
     * @param sourceCounts records emitted, by source index
     */
    public static Totals of(Workload workload, Variant variant, List<Long> sourceCounts) {
        if (workload.job() == Job.WINDOW_SUM) {
            return ofWindows(workload, sourceCounts);
        }
        long[] counts = keyCounts(workload, sourceCounts);
        return total(workload.keyCount(), key -> ofKey(workload, variant, (int) key, counts[(int) key]));
    }

    private static Totals ofKey(Workload workload, Variant variant, int key, long count) {
        long generated = Records.valueOf(key);
        return switch (workload.job()) {
            case PACED_SUM, SLOW_SUM -> ofRunningSums(key, generated, count);
            case SHUFFLE -> {
                long value = Records.triple(Records.increment(generated));
                yield Records.isKept(value) ? new Totals(count, count * Records.mix(key, value)) : Totals.NONE;
            }
            case KEYED_SUM -> {
                long value = variant.mapped(generated);
                if (!Records.isKept(value) || count == 0) {
                    yield Totals.NONE;
                }
                yield workload.keepsLastSums()
                        ? new Totals(1, Records.mix(key, count * value))
                        : ofRunningSums(variant.keyCode(key), value, count);
            }
            case WINDOW_SUM -> throw new IllegalArgumentException("windows are counted one by one: " + workload);
        };
    }

    private static Totals ofRunningSums(long keyCode, long value, long count) {
        long checksum = 0;
        for (long n = 1; n <= count; n++) {
            checksum += Records.mix(keyCode, n * value);
        }
        return new Totals(count, checksum);
    }

    private static Totals ofWindows(Workload workload, List<Long> sourceCounts) {
        long longest = sourceCounts.stream().mapToLong(Long::longValue).max().orElse(0);
        long windowCount = (longest + EventTime.RECORDS_PER_WINDOW - 1) / EventTime.RECORDS_PER_WINDOW;
        return total(windowCount, window -> ofWindow(workload, window, sourceCounts));
    }

    private static Totals ofWindow(Workload workload, long window, List<Long> sourceCounts) {
        int keyCount = workload.keyCount();
        long[] counts = new long[keyCount];
        long first = window * EventTime.RECORDS_PER_WINDOW;
        for (int source = 0; source < sourceCounts.size(); source++) {
            long end = Math.min(first + EventTime.RECORDS_PER_WINDOW, sourceCounts.get(source));
            addKeys(workload, source, first, end, counts);
        }
        Totals totals = Totals.NONE;
        for (int key = 0; key < keyCount; key++) {
            if (counts[key] > 0) {
                long code = Records.windowCode(key, window * EventTime.WINDOW_MILLIS);
                totals = totals.plus(new Totals(1, Records.mix(code, counts[key] * Records.valueOf(key))));
            }
        }
        return totals;
    }

    /** How often each key is among what the sources emitted. */
    private static long[] keyCounts(Workload workload, List<Long> sourceCounts) {
        return IntStream.range(0, sourceCounts.size())
                .parallel()
                .mapToObj(source -> {
                    long[] counts = new long[workload.keyCount()];
                    addKeys(workload, source, 0, sourceCounts.get(source), counts);
                    return counts;
                })
                .reduce(new long[workload.keyCount()], Expectation::plus);
    }

    /** Counts the keys of a source's records with the indexes {@code [first, end)}. */
    private static void addKeys(Workload workload, int sourceIndex, long first, long end, long[] countsByKey) {
        Generator generator = workload.generator(sourceIndex, first);
        for (long i = first; i < end; i++) {
            countsByKey[generator.nextKey()]++;
        }
    }

    private static long[] plus(long[] some, long[] others) {
        long[] sum = new long[some.length];
        Arrays.setAll(sum, i -> some[i] + others[i]);
        return sum;
    }

    private static Totals total(long count, LongFunction<Totals> part) {
        return LongStream.range(0, count).parallel().mapToObj(part).reduce(Totals.NONE, Totals::plus);
    }
}
