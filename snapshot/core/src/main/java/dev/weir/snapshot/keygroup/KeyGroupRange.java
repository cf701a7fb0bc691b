package dev.weir.snapshot.keygroup;

/**
 * A closed range of key groups, {@code [first, last]}; empty when {@code last == first - 1}. Shown closed because the
 * field shows key-group ranges so.
 */
public record KeyGroupRange(int first, int last) {

    public KeyGroupRange {
        if (first < 0 || last < first - 1 || last >= KeyGroups.MAX_PARALLELISM_LIMIT) {
            throw new IllegalArgumentException("a key-group range is [first, last] within 0.."
                    + (KeyGroups.MAX_PARALLELISM_LIMIT - 1) + ": first=" + first + ", last=" + last);
        }
    }

    /** How many key groups the range holds. */
    public int size() {
        return last - first + 1;
    }

    public boolean contains(int keyGroup) {
        return keyGroup >= first && keyGroup <= last;
    }

    /** The groups in both ranges; empty when they don't meet. */
    public KeyGroupRange intersect(KeyGroupRange other) {
        int low = Math.max(first, other.first);
        int high = Math.min(last, other.last);
        return high < low ? new KeyGroupRange(low, low - 1) : new KeyGroupRange(low, high);
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
