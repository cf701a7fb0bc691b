package dev.weir.architecture.bad.engine.plan;

import java.time.Duration;

/** Good: is told what time it is. */
public record TakesTime(long nowNanos) {

    public boolean isOlderThan(Duration age) {
        return nowNanos > age.toNanos();
    }
}
