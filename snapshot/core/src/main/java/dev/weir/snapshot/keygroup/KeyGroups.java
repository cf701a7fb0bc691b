package dev.weir.snapshot.keygroup;

/**
 * The arithmetic of key groups. Invariant: for every {@code 1 <= p <= maxP <= 32768} the ranges
 * of the p subtasks partition {@code [0, maxP)}, and {@code subtaskOf} inverts them.
 */
public final class KeyGroups {

    /** The largest parallelism and max parallelism there is. */
    public static final int MAX_PARALLELISM_LIMIT = 32768;

    private static final int SMALLEST_DERIVED = 128;

    private KeyGroups() {}

    /** MurmurHash3_x86_32 of one int, seed 0, made non-negative (by negation; MIN_VALUE becomes 0). */
    public static int murmur(int value) {
        int k = value * 0xcc9e2d51;
        k = Integer.rotateLeft(k, 15) * 0x1b873593;
        int h = Integer.rotateLeft(k, 13) * 5 + 0xe6546b64;
        h ^= 4;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        h ^= h >>> 16;
        if (h >= 0) {
            return h;
        }
        return h == Integer.MIN_VALUE ? 0 : -h;
    }

    /** The key group of a key whose stable {@code hashCode} is given. */
    public static int keyGroupOf(int keyHashCode, int maxParallelism) {
        return murmur(keyHashCode) % maxParallelism;
    }

    /** The subtask that owns a key group. */
    public static int subtaskOf(int keyGroup, int parallelism, int maxParallelism) {
        return (int) ((long) keyGroup * parallelism / maxParallelism);
    }

    /** The groups subtask {@code index} owns. */
    public static KeyGroupRange rangeOf(int index, int parallelism, int maxParallelism) {
        check(parallelism, maxParallelism);
        long first = ((long) index * maxParallelism + parallelism - 1) / parallelism;
        long last = (((long) index + 1) * maxParallelism - 1) / parallelism;
        return new KeyGroupRange((int) first, (int) last);
    }

    /** The max parallelism of an operator whose user set none: {@code min(max(roundUpToPowerOfTwo(1.5 p), 128), 32768)}. */
    public static int defaultMaxParallelism(int parallelism) {
        checkInRange("parallelism", parallelism);
        int wanted = parallelism + parallelism / 2;
        int rounded = Integer.highestOneBit(wanted) == wanted ? wanted : Integer.highestOneBit(wanted) << 1;
        return Math.min(Math.max(rounded, SMALLEST_DERIVED), MAX_PARALLELISM_LIMIT);
    }

    /**
     * Checks a pair of parallelism and max parallelism.
     *
     * @throws IllegalArgumentException with rule, values and remedy
     */
    public static void check(int parallelism, int maxParallelism) {
        checkInRange("parallelism", parallelism);
        checkInRange("maxParallelism", maxParallelism);
        if (parallelism > maxParallelism) {
            throw new IllegalArgumentException("parallelism must not exceed max parallelism: parallelism=" + parallelism
                    + ", maxParallelism=" + maxParallelism
                    + "; set weir.max-parallelism or restore with --max-parallelism");
        }
    }

    private static void checkInRange(String name, int value) {
        if (value < 1 || value > MAX_PARALLELISM_LIMIT) {
            throw new IllegalArgumentException(
                    name + " must be in 1.." + MAX_PARALLELISM_LIMIT + ": " + name + "=" + value);
        }
    }
}
