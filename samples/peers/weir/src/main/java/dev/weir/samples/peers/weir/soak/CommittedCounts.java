package dev.weir.samples.peers.weir.soak;

import dev.weir.samples.peers.common.Records;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads committed running sums and tells what is wrong with them. All records of a key have the same value, so the sum of
 * the n-th is n times the value: of each key 1, 2, 3, … must come, in this order. What is missing at the very end can't be
 * seen here. Owned by one thread.
 */
final class CommittedCounts {

    /** So many missing records are remembered each, in case they come late; more are only counted. */
    private static final int MOST_REMEMBERED = 100_000;

    private record Missing(int key, long number) {}

    private final long[] lastByKey = new long[Records.KEY_COUNT];
    private final Set<Missing> missing = new HashSet<>();
    private long forgotten;
    private long duplicate;
    private long outOfOrder;

    void read(long keyCode, long sum) {
        int key = (int) keyCode;
        long number = sum / Records.increment(Records.valueOf(key));
        long last = lastByKey[key];
        if (number == last + 1) {
            lastByKey[key] = number;
        } else if (number > last) {
            miss(key, last + 1, number);
            lastByKey[key] = number;
        } else if (missing.remove(new Missing(key, number))) {
            outOfOrder++;
        } else {
            duplicate++;
        }
    }

    private void miss(int key, long first, long end) {
        long remembered = Math.min(end, first + MOST_REMEMBERED - missing.size());
        for (long number = first; number < remembered; number++) {
            missing.add(new Missing(key, number));
        }
        forgotten += end - Math.max(first, remembered);
    }

    /** Records that are missing before others of their key. */
    long lost() {
        return missing.size() + forgotten;
    }

    long duplicate() {
        return duplicate;
    }

    /** Records that came after a later one of their key. */
    long outOfOrder() {
        return outOfOrder;
    }
}
