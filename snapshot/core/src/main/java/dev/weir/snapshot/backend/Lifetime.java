package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.StateTtl;
import java.util.function.LongSupplier;

/** How long what one state holds lives. The owner thread uses it. */
final class Lifetime {

    private final StateTtl ttl;
    private final long millis;
    private final LongSupplier clock;

    /** @param clock wall-clock time in ms since 1970 */
    Lifetime(StateTtl ttl, LongSupplier clock) {
        this.ttl = ttl;
        this.millis = ttl.duration().toMillis();
        this.clock = clock;
    }

    StateTtl ttl() {
        return ttl;
    }

    long nowMillis() {
        return clock.getAsLong();
    }

    /** What was last used then or before has expired now. */
    long cutoffMillis() {
        return cutoffMillis(nowMillis());
    }

    /** What was last used then or before has expired at a time. */
    long cutoffMillis(long nowMillis) {
        return nowMillis < Long.MIN_VALUE + millis ? Long.MIN_VALUE : nowMillis - millis;
    }

    boolean isRenewedByReads() {
        return ttl.update() == StateTtl.Update.READ_AND_WRITE;
    }
}
