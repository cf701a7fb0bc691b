package dev.weir.samples.pvuv;

import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import java.util.concurrent.atomic.LongAdder;

/** Where the job crashes, and where its clicks are counted for the progress line. Each attempt has its own. */
final class CrashPoint implements MapFunction<Click, Click> {

    private static final int COUNT_EACH = 1_024;

    private final CrashSwitch crash;
    private final LongAdder seen;
    private boolean isFirstAfterCrash;
    private int uncounted;

    /** @param seen clicks that all subtasks have seen, those replayed after the crash included */
    CrashPoint(CrashSwitch crash, LongAdder seen) {
        this.crash = crash;
        this.seen = seen;
    }

    @Override
    public void open(RuntimeContext context) {
        isFirstAfterCrash = crash.crashes() > 0;
    }

    @Override
    public Click map(Click click) {
        crash.check();
        if (++uncounted == COUNT_EACH) {
            uncounted = 0;
            seen.add(COUNT_EACH);
        }
        if (isFirstAfterCrash) {
            isFirstAfterCrash = false;
            crash.recovered();
        }
        return click;
    }
}
