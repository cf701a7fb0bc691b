package dev.weir.samples.pvuv;

import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;

/** Where the job crashes. Each attempt has its own. */
final class CrashPoint implements MapFunction<Click, Click> {

    private final CrashSwitch crash;
    private boolean isFirstAfterCrash;

    CrashPoint(CrashSwitch crash) {
        this.crash = crash;
    }

    @Override
    public void open(RuntimeContext context) {
        isFirstAfterCrash = crash.crashes() > 0;
    }

    @Override
    public Click map(Click click) {
        crash.check();
        if (isFirstAfterCrash) {
            isFirstAfterCrash = false;
            crash.recovered();
        }
        return click;
    }
}
