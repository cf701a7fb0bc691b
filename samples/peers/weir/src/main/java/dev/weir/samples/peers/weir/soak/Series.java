package dev.weir.samples.peers.weir.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * Samples of one quantity, taken at even intervals. What a job needs it takes in its first quarter; so the second quarter
 * is compared with the last. Owned by one thread.
 */
final class Series {

    private static final int QUARTERS = 4;

    private final List<Double> samples = new ArrayList<>();

    void add(double sample) {
        samples.add(sample);
    }

    boolean isEmpty() {
        return samples.isEmpty();
    }

    /** The mean over the second quarter; NaN where there are no samples. */
    double first() {
        return mean(samples.size() / QUARTERS, Math.max(1, samples.size() / 2));
    }

    /** The mean over the last quarter; NaN where there are no samples. */
    double last() {
        return mean(samples.size() - Math.max(1, samples.size() / QUARTERS), samples.size());
    }

    /** The newest sample; NaN where there is none. */
    double latest() {
        return samples.isEmpty() ? Double.NaN : samples.get(samples.size() - 1);
    }

    /** Whether the last quarter's mean is above the second's by more than so much. */
    boolean growsBy(double allowance) {
        return last() - first() > allowance;
    }

    private double mean(int from, int to) {
        return samples.isEmpty()
                ? Double.NaN
                : samples.subList(from, to).stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(Double.NaN);
    }
}
