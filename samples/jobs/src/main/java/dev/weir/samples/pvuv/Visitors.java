package dev.weir.samples.pvuv;

import dev.weir.snapshot.state.AggregateFunction;
import java.util.Arrays;

/** Views and the exact set of visitors of one page in one window: the accumulator of the job. */
public final class Visitors {

    private long views;
    private long[] seen = new long[0];

    /** Counts a view by a user, from 0. */
    void add(int user) {
        views++;
        int word = user >> 6;
        if (word >= seen.length) {
            seen = Arrays.copyOf(seen, Math.max(word + 1, 2 * seen.length));
        }
        seen[word] |= 1L << user;
    }

    long views() {
        return views;
    }

    long uniques() {
        long sum = 0;
        for (long word : seen) {
            sum += Long.bitCount(word);
        }
        return sum;
    }

    /** What a window gives. */
    record Count(long views, long uniques) {}

    /** Aggregates clicks into visitors. */
    static final class Aggregate implements AggregateFunction<Click, Visitors, Count> {
        @Override
        public Visitors createAccumulator() {
            return new Visitors();
        }

        @Override
        public Visitors add(Click click, Visitors visitors) {
            visitors.add(click.user());
            return visitors;
        }

        @Override
        public Count getResult(Visitors visitors) {
            return new Count(visitors.views(), visitors.uniques());
        }

        @Override
        public Visitors merge(Visitors left, Visitors right) {
            left.views += right.views;
            if (left.seen.length < right.seen.length) {
                left.seen = Arrays.copyOf(left.seen, right.seen.length);
            }
            for (int i = 0; i < right.seen.length; i++) {
                left.seen[i] |= right.seen[i];
            }
            return left;
        }
    }
}
