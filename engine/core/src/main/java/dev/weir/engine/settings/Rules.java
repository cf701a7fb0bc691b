package dev.weir.engine.settings;

import dev.weir.snapshot.keygroup.KeyGroups;
import java.time.Duration;

/** The checks settings share: each says the rule and the value. */
final class Rules {

    private Rules() {}

    static void positive(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " must be longer than 0: got " + value);
        }
    }

    static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be more than 0: got " + value);
        }
    }

    static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative: got " + value);
        }
    }

    static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": got " + value);
        }
    }

    static void inParallelismRange(String name, int value, int least) {
        if (value < least || value > KeyGroups.MAX_PARALLELISM_LIMIT) {
            throw new IllegalArgumentException(
                    name + " must be in " + least + ".." + KeyGroups.MAX_PARALLELISM_LIMIT + ": got " + value);
        }
    }
}
