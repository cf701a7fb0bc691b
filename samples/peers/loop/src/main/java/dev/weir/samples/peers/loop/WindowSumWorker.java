package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.SinkFold;

/**
 * The sum of each key in each window. A batch holds records of one window only, so it tells how far the other source has
 * come; a window is closed when both sources are past it.
 */
final class WindowSumWorker extends LoopWorker {

    private final OpenWindows windows;
    private long ownWindow;
    private long othersWindow;

    WindowSumWorker(int index, RunPlan plan, Meter meter, Channel outbound, Channel inbound) {
        super(index, plan.workload(), meter, outbound, inbound);
        windows = new OpenWindows(plan.workload().keyCount());
    }

    @Override
    long generate(Generator from, long nextIndex, long limitIndex, Batch toOther, SinkFold toSink) {
        long window = windowOf(nextIndex);
        if (window != ownWindow) {
            ownWindow = window;
            closeBefore(Math.min(ownWindow, othersWindow), toSink);
        }
        if (toOther.isEmpty()) {
            toOther.window = window;
        }
        LongSumTable sums = windows.at(window);
        long count = nextIndex;
        while (count < limitIndex && !toOther.isFull() && windowOf(count) == window) {
            int key = from.nextKey();
            count++;
            if (owns(key)) {
                sums.add(key, Records.valueOf(key));
            } else {
                toOther.add(key, Records.valueOf(key));
            }
        }
        if (windowOf(count) != window && !toOther.isEmpty()) {
            toOther.seal();
        }
        return count;
    }

    @Override
    void receive(Batch batch, SinkFold toSink) {
        if (batch.window != othersWindow) {
            othersWindow = batch.window;
            closeBefore(Math.min(ownWindow, othersWindow), toSink);
        }
        LongSumTable sums = windows.at(batch.window);
        for (int i = 0; i < batch.recordCount; i++) {
            sums.add(batch.keys[i], batch.values[i]);
        }
    }

    @Override
    void finish(SinkFold toSink) {
        closeBefore(Long.MAX_VALUE, toSink);
    }

    private void closeBefore(long window, SinkFold toSink) {
        windows.closeBefore(window, (startMillis, key, sum) -> toSink.add(Records.windowCode(key, startMillis), sum));
    }

    private static long windowOf(long index) {
        return EventTime.timestampOf(index) / EventTime.WINDOW_MILLIS;
    }
}
