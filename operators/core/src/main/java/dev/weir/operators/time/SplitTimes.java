package dev.weir.operators.time;

import dev.weir.engine.alignment.WatermarkCombiner;
import dev.weir.engine.operator.SplitAware.SplitPart;
import dev.weir.engine.operator.Timestamps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event time of one subtask whose source tells its splits: a generator and a clock of silence for each, combined like the
 * channels of a subtask. Decides without a clock of its own.
 *
 * <p>Invariants: the watermark never falls; a split that is being read is waited for until it is finished or idle; one
 * that waits to be read raises nothing and holds nothing back, but keeps the subtask from being idle; within one look
 * splits with records count before those that have fallen silent, so that silence raises the watermark no further than
 * the records that came meanwhile.
 */
final class SplitTimes<T> {

    private final TimestampsAndWatermarksOperator<T> operator;
    private final WatermarkStrategy<T>.Rules rules;
    private final WatermarkCombiner combiner;
    private final List<Part> open = new ArrayList<>();
    private int waiting;
    private boolean hasNothingAtPresent;

    /** @param restored how far event time had come */
    SplitTimes(TimestampsAndWatermarksOperator<T> operator, WatermarkStrategy<T>.Rules rules, long restored) {
        this.operator = operator;
        this.rules = rules;
        this.combiner = new WatermarkCombiner(0, restored);
    }

    Part add(byte @Nullable [] restored) {
        WatermarkGenerator<T> generator = rules.newGenerator();
        if (restored != null && restored.length > 0) {
            generator.restore(restored);
        }
        waiting++;
        hasNothingAtPresent = false;
        return new Part(generator, rules.newIdleClock());
    }

    void noneAtPresent() {
        hasNothingAtPresent = true;
    }

    long watermark() {
        return combiner.watermark();
    }

    /** Whether nobody should wait for the subtask: all its splits are idle, or it has none and won't get one soon. */
    boolean isIdle() {
        return waiting == 0 && (open.isEmpty() ? hasNothingAtPresent : combiner.isIdle());
    }

    /** Takes note of what has come since the last look. */
    void look(long nowNanos) {
        for (Part part : open) {
            part.silent = part.idleClock != null && part.idleClock.isIdle(part.records, nowNanos);
            if (!part.silent) {
                combiner.onActive(part.channel);
                raise(part);
            }
        }
        for (Part part : open) {
            if (part.silent && !combiner.isIdle(part.channel)) {
                combiner.onIdle(part.channel);
            }
        }
    }

    void onHeldUp(long nowNanos) {
        for (Part part : open) {
            if (part.idleClock != null) {
                part.idleClock.onHeldUp(nowNanos);
            }
        }
    }

    private void raise(Part part) {
        long now = watermarkOf(part.generator);
        if (now > part.watermark) {
            part.watermark = now;
            combiner.onWatermark(part.channel, now);
        }
    }

    /** The last watermark is the engine's: a generator that says it only says that it waits for nothing. */
    private static long watermarkOf(WatermarkGenerator<?> generator) {
        return Math.min(generator.currentWatermark(), Timestamps.MAX - 1);
    }

    /** One split. */
    final class Part implements SplitPart {
        private final WatermarkGenerator<T> generator;
        private final @Nullable IdleClock idleClock;
        private long records;
        /** The last one that the combiner was told as an event: of what is restored it is told with the next look. */
        private long watermark = Timestamps.NONE;

        private int channel;
        private boolean isOpen;
        private boolean silent;

        Part(WatermarkGenerator<T> generator, @Nullable IdleClock idleClock) {
            this.generator = generator;
            this.idleClock = idleClock;
        }

        WatermarkGenerator<T> generator() {
            return generator;
        }

        /** How many of its records have passed, as of the last time that it was left. */
        long records() {
            return records;
        }

        void leave(long recordsSoFar) {
            records = recordsSoFar;
        }

        @Override
        public void onOpened() {
            if (!isOpen) {
                isOpen = true;
                waiting--;
                channel = combiner.add(watermarkOf(generator));
                open.add(this);
            }
        }

        @Override
        public void onEntered() {
            onOpened();
            operator.enter(this);
        }

        @Override
        public void onFinished() {
            operator.leave(this);
            if (isOpen) {
                raise(this);
                open.remove(this);
                combiner.remove(channel);
            } else {
                waiting--;
            }
        }

        @Override
        public byte[] snapshot() {
            return generator.snapshot();
        }
    }
}
