package dev.weir.samples.peers.loop;

import java.util.Arrays;

/**
 * Sums by long key, open addressing with linear probing. Invariant: at most half of the slots are taken, so a probe
 * always meets a free one. Keys are not negative.
 */
final class LongSumTable {

    private static final long FREE = -1;

    private final long[] keys;
    private final long[] sums;
    private final int mask;

    /** A table for at most {@code keyCount} different keys. */
    LongSumTable(int keyCount) {
        int slotCount = Integer.highestOneBit(keyCount) * 4;
        keys = new long[slotCount];
        sums = new long[slotCount];
        mask = slotCount - 1;
        Arrays.fill(keys, FREE);
    }

    /** Takes a key and its sum. */
    @FunctionalInterface
    interface Visitor {
        void visit(long key, long sum);
    }

    /** Shows all the keys that something was added to. */
    void forEach(Visitor visitor) {
        for (int slot = 0; slot <= mask; slot++) {
            if (keys[slot] != FREE) {
                visitor.visit(keys[slot], sums[slot]);
            }
        }
    }

    /** Adds to a key's sum and answers the new sum. */
    long add(long key, long value) {
        int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (keys[slot] != key) {
            if (keys[slot] == FREE) {
                keys[slot] = key;
                break;
            }
            slot = (slot + 1) & mask;
        }
        sums[slot] += value;
        return sums[slot];
    }
}
