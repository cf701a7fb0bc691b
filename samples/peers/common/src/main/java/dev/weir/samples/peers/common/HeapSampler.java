package dev.weir.samples.peers.common;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Collects the heap now and then while a job runs, and notes what stays on it. */
final class HeapSampler implements AutoCloseable {

    private static final Duration LONGEST_PERIOD = Duration.ofSeconds(10);
    private static final int LEAST_SAMPLES = 4;

    private final HeapTrend trend = new HeapTrend();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "heap-sampler");
        daemon.setDaemon(true);
        return daemon;
    });

    private final ScheduledFuture<?> sampling;

    private HeapSampler(Meter meter, long periodNanos) {
        sampling = thread.scheduleAtFixedRate(() -> sample(meter), periodNanos, periodNanos, TimeUnit.NANOSECONDS);
    }

    /** Samples each 10 s, or four times in a job that is shorter, while the meter's window is open. */
    static HeapSampler start(Meter meter, Duration jobDuration) {
        Duration quarter = jobDuration.dividedBy(LEAST_SAMPLES);
        Duration period = quarter.compareTo(LONGEST_PERIOD) < 0 ? quarter : LONGEST_PERIOD;
        return new HeapSampler(meter, period.toNanos());
    }

    private void sample(Meter meter) {
        if (!meter.isOpen()) {
            return;
        }
        trend.add(System.nanoTime(), HeapUse.collected());
    }

    /**
     * Hands the figures to the meter.
     *
     * @throws Exception what ended the sampling before its time
     */
    void report(Meter meter) throws Exception {
        if (sampling.isDone()) {
            sampling.get();
        }
        trend.report(meter);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
