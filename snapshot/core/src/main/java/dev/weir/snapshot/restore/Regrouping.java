package dev.weir.snapshot.restore;

import dev.weir.snapshot.keygroup.KeyGroupRange;

/**
 * Key groups that are counted by another max parallelism than they were stored by. A hash has the same remainder by both
 * modulo their greatest common divisor, so a stored group can hold keys of a new one only where the two agree modulo that:
 * raised by k each stored group splits into k new ones, and a new one is read from a single stored one.
 */
public record Regrouping(int storedMaxParallelism, int maxParallelism) {

    /** Whether a stored group may hold keys of these new ones. */
    public boolean mayFeed(int storedGroup, KeyGroupRange owned) {
        int common = greatestCommonDivisor(storedMaxParallelism, maxParallelism);
        return Math.floorMod(storedGroup - owned.first(), common) < owned.size();
    }

    /** Whether some of the stored groups may hold keys of these new ones. */
    public boolean mayFeed(KeyGroupRange stored, KeyGroupRange owned) {
        for (int group = stored.first(); group <= stored.last(); group++) {
            if (mayFeed(group, owned)) {
                return true;
            }
        }
        return false;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
