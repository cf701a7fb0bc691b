package dev.weir.operators.window;

import dev.weir.engine.alignment.WatermarkCombiner;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Snapshot;
import dev.weir.operators.window.ShuffleSender.Element;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One receiving subtask: combines watermarks, aligns barriers, keeps what its windows say. */
final class ShuffleReceiver {

    /** What it holds of a checkpoint. */
    record Cut(long id, Snapshot snapshot, List<String> said, long late) {}

    private final OperatorHarness<Object, String> windows;
    private final WatermarkCombiner combiner;
    private final boolean[] blocked;
    private final List<String> said = new ArrayList<>();
    private int barriers;
    private @Nullable Cut cut;

    ShuffleReceiver(OperatorHarness<Object, String> windows, int senders) {
        this.windows = windows;
        this.combiner = new WatermarkCombiner(senders, windows.currentWatermark());
        this.blocked = new boolean[senders];
    }

    boolean isBlocked(int channel) {
        return blocked[channel];
    }

    @Nullable
    Cut cut() {
        return cut;
    }

    List<String> said() {
        return said;
    }

    long late() {
        return windows.count(WindowOperator.LATE_RECORDS_DROPPED);
    }

    long left() {
        return windows.entries() + windows.timersSet();
    }

    void take(int channel, Element element) throws Exception {
        if (element instanceof Element.Data data) {
            combiner.onActive(channel);
            advance();
            windows.process(data.record(), data.timestamp());
            said.addAll(windows.take());
        } else if (element instanceof Element.Mark mark) {
            combiner.onWatermark(channel, mark.watermark());
            advance();
        } else if (element instanceof Element.Idle idle) {
            if (idle.begins()) {
                combiner.onIdle(channel);
            } else {
                combiner.onActive(channel);
            }
            advance();
        } else if (element instanceof Element.Barrier barrier) {
            align(channel, barrier.id());
        }
    }

    private void advance() throws Exception {
        if (combiner.watermark() > windows.currentWatermark()) {
            windows.watermark(combiner.watermark());
            said.addAll(windows.take());
        }
    }

    private void align(int channel, long id) throws Exception {
        blocked[channel] = true;
        if (++barriers == blocked.length) {
            cut = new Cut(id, windows.snapshot(), List.copyOf(said), late());
            barriers = 0;
            Arrays.fill(blocked, false);
        }
    }
}
