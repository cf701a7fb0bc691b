package dev.weir.engine.subtask;

import dev.weir.engine.element.RecordBatch;
import dev.weir.engine.graph.Node.Threading;

/**
 * How many records a turn may take, so that it ends within about a millisecond: a barrier and a control message wait for
 * one turn. Whole batches where records are quick, a few where each takes its time. One thread.
 */
final class TurnSize {

    /** Few enough to wait for when each takes a ms, enough not to be felt when none does. */
    static final int LEAST = 8;

    private static final long LONG_NANOS = 1_000_000;
    private static final long SHORT_NANOS = LONG_NANOS / 8;

    private int records;

    private TurnSize(int records) {
        this.records = records;
    }

    /** What a chain begins with: few records where it says that it blocks. */
    static TurnSize of(Threading threading) {
        return new TurnSize(threading == Threading.OWN_THREAD ? LEAST : RecordBatch.CAPACITY);
    }

    int records() {
        return records;
    }

    /** A turn took so long. */
    void took(long nanos) {
        if (nanos > LONG_NANOS) {
            records = Math.max(LEAST, records / 4);
        } else if (nanos < SHORT_NANOS && records < RecordBatch.CAPACITY) {
            records = Math.min(RecordBatch.CAPACITY, records * 2);
        }
    }
}
