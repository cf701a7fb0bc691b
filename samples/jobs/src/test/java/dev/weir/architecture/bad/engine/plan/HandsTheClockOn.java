package dev.weir.architecture.bad.engine.plan;

import java.util.function.LongSupplier;

/** Bad: fetches the clock by reference. */
public final class HandsTheClockOn {

    public LongSupplier clock() {
        return System::currentTimeMillis;
    }
}
