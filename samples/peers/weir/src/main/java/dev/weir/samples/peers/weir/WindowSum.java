package dev.weir.samples.peers.weir;

import dev.weir.operators.window.TimeWindow;
import dev.weir.samples.peers.common.Records;

/** The sum of a key in a window. */
public record WindowSum(long key, long windowStartMillis, long value) implements Summable {

    static WindowSum of(Long key, TimeWindow window, Long sum) {
        return new WindowSum(key, window.start(), sum);
    }

    @Override
    public long keyCode() {
        return Records.windowCode(key, windowStartMillis);
    }
}
