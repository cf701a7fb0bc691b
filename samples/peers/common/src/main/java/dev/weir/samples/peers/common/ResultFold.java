package dev.weir.samples.peers.common;

/**
 * Counts and mixes every result of a sink. The two counters stand in the middle of an array, so that no other object
 * shares their cache lines.
 */
final class ResultFold extends SinkFold {

    private static final int RECORDS = 16;
    private static final int CHECKSUM = 17;
    private static final int CELLS = 34;

    private final long[] cells = new long[CELLS];

    ResultFold(Meter meter, int crashesBefore) {
        super(meter, crashesBefore);
    }

    @Override
    public void add(long keyCode, long sum) {
        if (cells[RECORDS]++ == 0) {
            begin();
        }
        cells[CHECKSUM] += Records.mix(keyCode, sum);
    }

    Totals totals() {
        return new Totals(cells[RECORDS], cells[CHECKSUM]);
    }
}
