package dev.weir.engine.checkpoint;

import java.util.Arrays;

/**
 * How a figure is distributed over some rounds. A percentile is the smallest value that so many per cent of all don't
 * exceed (nearest rank). All are 0 where there is no value.
 */
public record Distribution(long min, long max, double avg, long p50, long p90, long p95, long p99, long p999) {

    static Distribution of(long[] values) {
        if (values.length == 0) {
            return new Distribution(0, 0, 0, 0, 0, 0, 0, 0);
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Distribution(
                sorted[0],
                sorted[sorted.length - 1],
                Arrays.stream(sorted).average().orElse(0),
                perMille(sorted, 500),
                perMille(sorted, 900),
                perMille(sorted, 950),
                perMille(sorted, 990),
                perMille(sorted, 999));
    }

    private static long perMille(long[] sorted, int share) {
        int rank = Math.toIntExact((sorted.length * (long) share + 999) / 1000);
        return sorted[Math.max(1, rank) - 1];
    }
}
