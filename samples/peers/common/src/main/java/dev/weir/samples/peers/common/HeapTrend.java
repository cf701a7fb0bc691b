package dev.weir.samples.peers.common;

import java.util.ArrayList;
import java.util.List;

/** What stays on the heap, over time: first, last and largest sample, and the slope of the line of least squares. */
final class HeapTrend {

    private static final double NANOS_PER_MINUTE = 60e9;
    private static final double BYTES_PER_MB = 1 << 20;

    private record Sample(double minutes, double megabytes) {}

    private final List<Sample> samples = new ArrayList<>();

    /**
     * Adds a sample.
     *
     * @param atNanos monotonic time; later than that of the sample before
     */
    synchronized void add(long atNanos, long bytes) {
        samples.add(new Sample(atNanos / NANOS_PER_MINUTE, bytes / BYTES_PER_MB));
    }

    /** Hands the figures to the meter; none when there is no sample. Sizes are in MiB. */
    synchronized void report(Meter meter) {
        if (samples.isEmpty()) {
            return;
        }
        meter.figure("heapSamples", samples.size());
        meter.figure("heapFirstMb", samples.get(0).megabytes());
        meter.figure("heapLastMb", samples.get(samples.size() - 1).megabytes());
        meter.figure(
                "heapMaxMb",
                samples.stream().mapToDouble(Sample::megabytes).max().orElseThrow());
        meter.figure("heapSlopeMbPerMin", slope());
    }

    /** The sum of (t - mean t)(y - mean y) over that of (t - mean t) squared; 0 for a single sample. */
    private double slope() {
        double meanMinutes =
                samples.stream().mapToDouble(Sample::minutes).average().orElseThrow();
        double meanMegabytes =
                samples.stream().mapToDouble(Sample::megabytes).average().orElseThrow();
        double together = 0;
        double spread = 0;
        for (Sample sample : samples) {
            double minutes = sample.minutes() - meanMinutes;
            together += minutes * (sample.megabytes() - meanMegabytes);
            spread += minutes * minutes;
        }
        return spread == 0 ? 0 : together / spread;
    }
}
