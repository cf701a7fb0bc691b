package dev.weir.architecture.bad.engine.plan;

import java.time.Instant;

/** Bad: a decision that can't be replayed. */
public final class ReadsTheClock {

    public boolean isLate(long deadlineNanos) {
        return System.nanoTime() - deadlineNanos > 0;
    }

    public boolean isLate(Instant deadline) {
        return Instant.now().isAfter(deadline);
    }
}
