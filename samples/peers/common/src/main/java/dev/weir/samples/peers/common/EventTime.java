package dev.weir.samples.peers.common;

import java.time.Duration;

/**
 * The timestamps of {@link Workload.Job#WINDOW_SUM}: a source's records are evenly spread over event time, which begins
 * at 0 and knows no clock. So a window holds the same records in every system, however fast it is: four million from both
 * sources, four hundred of each key.
 */
public final class EventTime {

    /** The windows' length; they begin at its multiples. */
    public static final Duration WINDOW = Duration.ofSeconds(10);

    /** {@link #WINDOW} in ms. */
    public static final long WINDOW_MILLIS = WINDOW.toMillis();

    /** Records that one source makes in each ms of event time. */
    static final int RECORDS_PER_MILLI = 200;

    /** Records that one source makes in each window. */
    static final long RECORDS_PER_WINDOW = RECORDS_PER_MILLI * WINDOW_MILLIS;

    private EventTime() {}

    /** The timestamp, in ms, of a source's record number {@code index} from 0; it never falls. */
    public static long timestampOf(long index) {
        return index / RECORDS_PER_MILLI;
    }
}
