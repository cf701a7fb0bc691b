package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.SinkFold;
import java.util.ArrayList;
import java.util.List;

/** The windows that may still get records, side by side from the first one that isn't closed. */
final class OpenWindows {

    private final int keyCount;
    private final List<LongSumTable> tables = new ArrayList<>();
    private long first;

    OpenWindows(int keyCount) {
        this.keyCount = keyCount;
    }

    /** The sums of a window that isn't closed, by its number from 0. */
    LongSumTable at(long window) {
        int place = (int) (window - first);
        while (tables.size() <= place) {
            tables.add(new LongSumTable(keyCount));
        }
        return tables.get(place);
    }

    /** Closes the windows before this one: their sums go to the sink. */
    void closeBefore(long window, SinkFold toSink) {
        while (first < window && !tables.isEmpty()) {
            long startMillis = first * EventTime.WINDOW_MILLIS;
            tables.remove(0).forEach((key, sum) -> toSink.add(Records.windowCode(key, startMillis), sum));
            first++;
        }
    }
}
