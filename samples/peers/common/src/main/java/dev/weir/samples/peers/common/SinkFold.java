package dev.weir.samples.peers.common;

/**
 * Counts and mixes what one sink gets. Owned by the sink's thread; read by others only after {@link #end()} or after
 * the job has returned. The two counters stand in the middle of an array, so that no other object shares their cache
 * lines.
 */
public final class SinkFold {

    private static final int RECORDS = 16;
    private static final int CHECKSUM = 17;
    private static final int CELLS = 34;

    private final long[] cells = new long[CELLS];
    private final Meter meter;

    SinkFold(Meter meter) {
        this.meter = meter;
    }

    /** Takes one result; see {@link Records#mix}. */
    public void add(long keyCode, long runningSum) {
        cells[RECORDS]++;
        cells[CHECKSUM] += Records.mix(keyCode, runningSum);
    }

    /** Tells the meter that this sink has seen its last record. */
    public void end() {
        meter.sinkEnded();
    }

    Totals totals() {
        return new Totals(cells[RECORDS], cells[CHECKSUM]);
    }
}
