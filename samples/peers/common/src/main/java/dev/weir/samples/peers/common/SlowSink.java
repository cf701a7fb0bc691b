package dev.weir.samples.peers.common;

/**
 * Holds a sink of {@link Workload.Job#SLOW_SUM} up for a ms with each record, so that everything before it fills. When the
 * sources have been stopped it lets go: what waits is drained at full speed and can be checked. Any thread.
 */
public final class SlowSink {

    private static final long MILLIS_PER_RECORD = 1;

    private final Meter meter;

    SlowSink(Meter meter) {
        this.meter = meter;
    }

    /** To be called for each record; blocks. */
    public void holdUp() throws InterruptedException {
        if (meter.isOpen()) {
            Thread.sleep(MILLIS_PER_RECORD);
        }
    }
}
