package dev.weir.samples.peers.common;

/**
 * Takes what one sink gets. Owned by the sink's thread; read by others only after {@link #end()} or after the job has
 * returned.
 */
public abstract class SinkFold {

    private final Meter meter;
    private final int crashesBefore;

    SinkFold(Meter meter, int crashesBefore) {
        this.meter = meter;
        this.crashesBefore = crashesBefore;
    }

    /**
     * Takes one result; see {@link Records#mix} and {@link Workload.Job}.
     *
     * @param keyCode what stands for the key
     * @param sum the running sum, the window's sum, or the value
     */
    public abstract void add(long keyCode, long sum);

    /** Tells the meter that this sink has seen its last record. */
    public final void end() {
        meter.sinkEnded();
    }

    /** To be called for the first record. */
    final void begin() {
        meter.firstRecord(crashesBefore);
    }
}
