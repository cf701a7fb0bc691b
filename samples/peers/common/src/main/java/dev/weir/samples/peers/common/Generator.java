package dev.weir.samples.peers.common;

/**
 * The records of one source, fixed by the source's index and a position. Invariant: after {@code n} calls of {@link
 * #nextKey()} the state is a function of source index and {@code n} alone, so any system can resume it and any verifier
 * can repeat it. Owned by one thread.
 */
public abstract class Generator {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private Generator() {}

    /** The generator of source {@code sourceIndex}, from its first record. */
    public static Generator ofSource(int sourceIndex) {
        return at(sourceIndex, 0);
    }

    /** The generator of source {@code sourceIndex} after {@code emittedCount} records; constant time. */
    public static Generator at(int sourceIndex, long emittedCount) {
        return at(sourceIndex, emittedCount, Records.KEY_COUNT);
    }

    /** The same, for a workload that has another number of keys. */
    public static Generator at(int sourceIndex, long emittedCount, int keyCount) {
        return new Random(keyCount, 0x5DEECE66DL * (sourceIndex + 1) + 0x1234567L + emittedCount * STEP);
    }

    /** Each key in turn, and all of them again: of two sources one has the even keys, the other the odd ones. */
    static Generator inOrder(int sourceIndex, long emittedCount, int keyCount) {
        return new InOrder(keyCount, (sourceIndex + emittedCount * Workload.PARALLELISM) % keyCount);
    }

    /** The key of the next record, in {@code [0, keyCount)}; its value is {@link Records#valueOf}. */
    public abstract int nextKey();

    /** A splitmix64 sequence; keys are uniform. */
    private static final class Random extends Generator {
        private final long keyCount;
        private long state;

        Random(long keyCount, long state) {
            this.keyCount = keyCount;
            this.state = state;
        }

        @Override
        public int nextKey() {
            state += STEP;
            long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            mixed ^= mixed >>> 31;
            return (int) (((mixed >>> 32) * keyCount) >>> 32);
        }
    }

    /** Keys one after the other. */
    private static final class InOrder extends Generator {
        private final long keyCount;
        private long next;

        InOrder(long keyCount, long next) {
            this.keyCount = keyCount;
            this.next = next;
        }

        @Override
        public int nextKey() {
            long key = next;
            next = (key + Workload.PARALLELISM) % keyCount;
            return (int) key;
        }
    }
}
