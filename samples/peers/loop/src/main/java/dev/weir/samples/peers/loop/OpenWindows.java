package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.EventTime;
import java.util.ArrayList;
import java.util.List;

/** The windows that may still get records, side by side from the first one that isn't closed. */
final class OpenWindows {

    /** Takes what a closed window holds. */
    @FunctionalInterface
    interface Results {
        void accept(long windowStartMillis, long key, long sum);
    }

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

    /** Closes the windows before this one and gives their sums away. */
    void closeBefore(long window, Results results) {
        while (first < window && !tables.isEmpty()) {
            long startMillis = first * EventTime.WINDOW_MILLIS;
            tables.remove(0).forEach((key, sum) -> results.accept(startMillis, key, sum));
            first++;
        }
    }
}
