package dev.weir.samples.peers.flink;

import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Makes a result of a window's sum, with key and window at hand. */
final class WindowSums implements WindowFunction<Long, WindowSum, Long, TimeWindow> {

    @Override
    public void apply(Long key, TimeWindow window, Iterable<Long> sums, Collector<WindowSum> out) {
        for (long sum : sums) {
            out.collect(new WindowSum(key, window.getStart(), sum));
        }
    }
}
