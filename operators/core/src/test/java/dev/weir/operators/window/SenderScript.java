package dev.weir.operators.window;

import dev.weir.engine.operator.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** What one sender does, step by step; drawn from a seed. */
record SenderScript(List<Step> steps) {

    /** After this time no script but one that came back from idleness has a watermark, save the one at the end. */
    static final long LATEST = 1_000;

    /** One thing a sender does. */
    sealed interface Step {

        /** It sends a record. */
        record Send(Measure measure) implements Step {}

        /** Its watermark rises. */
        record Mark(long watermark) implements Step {}

        /** It falls idle, or comes back. */
        record Idle(boolean begins) implements Step {}
    }

    /**
     * Records are never behind their sender's watermark, so none is late however senders interleave. It may fall idle once;
     * it comes back with a watermark that no other passes before the end.
     */
    static SenderScript orderly(Random random, IntFunction<Object> keys) {
        List<Step> steps = new ArrayList<>();
        long watermark = random.nextInt(60) - 30L;
        int idleAt = random.nextInt(200);
        for (int i = 0; i < 120; i++) {
            if (i == idleAt) {
                steps.add(new Step.Idle(true));
                steps.add(new Step.Idle(false));
                watermark = LATEST;
                steps.add(new Step.Mark(watermark));
            } else if (random.nextInt(8) == 0 && watermark < LATEST) {
                watermark = Math.min(LATEST, watermark + 1 + random.nextInt(20));
                steps.add(new Step.Mark(watermark));
            } else {
                long time = watermark + 1 + random.nextInt(40);
                steps.add(new Step.Send(new Measure(keys.apply(random.nextInt(100)), value(random), time)));
            }
        }
        return ended(steps);
    }

    /** Records may be behind the watermark by far: some are late. */
    static SenderScript disorderly(Random random, IntFunction<Object> keys) {
        List<Step> steps = new ArrayList<>();
        long now = random.nextInt(60) - 30L;
        long watermark = now - 10;
        for (int i = 0; i < 250; i++) {
            now += random.nextInt(3);
            if (random.nextInt(8) == 0) {
                watermark = Math.max(watermark, now - random.nextInt(15));
                steps.add(new Step.Mark(watermark));
            } else {
                long time = now - random.nextInt(40);
                steps.add(new Step.Send(new Measure(keys.apply(random.nextInt(100)), value(random), time)));
            }
        }
        return ended(steps);
    }

    private static SenderScript ended(List<Step> steps) {
        steps.add(new Step.Mark(Timestamps.MAX));
        return new SenderScript(List.copyOf(steps));
    }

    private static long value(Random random) {
        return random.nextInt(1_000) - 500L;
    }
}
