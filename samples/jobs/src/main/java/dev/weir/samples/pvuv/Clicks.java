package dev.weir.samples.pvuv;

import java.util.ArrayList;
import java.util.List;

/**
 * The clicks of the sample, by index, and what a right run must make of them. Index i stands for the logical click
 * {@code j}, a permutation of i within blocks of a thousand, so that clicks come out of order. Logical click j is the
 * {@code j / PAGES}-th visit of page {@code j % PAGES}; visits of a page go round its {@code USERS} users in turn. So in
 * a window that holds the visits {@code [from, to)} of a page there are {@code to - from} views and {@code min(to - from,
 * USERS)} unique visitors.
 *
 * @param count clicks in all
 */
public record Clicks(long count) {

    /** Pages; also how many keys the job has. */
    public static final int PAGES = 40;

    /** Users of each page. */
    public static final int USERS = 7_000;

    /** A window, in ms. */
    public static final long WINDOW_MILLIS = 5 * 60 * 1000;

    /** How far a click can be behind the newest one, in ms of event time. */
    public static final long OUT_OF_ORDER_MILLIS = 10_000;

    /** 2026-01-01T00:00:00Z. */
    private static final long START_MILLIS = 1_767_225_600_000L;

    private static final int BLOCK = 1_000;

    /** Coprime to BLOCK. */
    private static final int STEP = 7_919;

    /** 1,000 clicks a second of event time. */
    private static final long CLICKS_PER_MILLI = 1;

    public Clicks {
        if (count < 0 || count % BLOCK != 0) {
            throw new IllegalArgumentException("the number of clicks is a multiple of " + BLOCK + ": got " + count);
        }
    }

    /** What the job must give for one page and window. */
    public record Truth(long page, long windowStart, long views, long uniques) {}

    /** The click with this index. */
    public static Click click(long index) {
        long block = index / BLOCK;
        long logical = block * BLOCK + (index % BLOCK) * STEP % BLOCK;
        return new Click(logical % PAGES, (int) (logical / PAGES % USERS), timeOf(logical));
    }

    private static long timeOf(long logical) {
        return START_MILLIS + logical / CLICKS_PER_MILLI;
    }

    /** The results a right run gives, by window, then page. */
    public List<Truth> truth() {
        List<Truth> all = new ArrayList<>();
        long perWindow = WINDOW_MILLIS * CLICKS_PER_MILLI;
        for (long from = 0; from < count; from += perWindow) {
            long to = Math.min(count, from + perWindow);
            for (int page = 0; page < PAGES; page++) {
                long views = visits(page, to) - visits(page, from);
                if (views > 0) {
                    all.add(new Truth(page, timeOf(from), views, Math.min(views, USERS)));
                }
            }
        }
        return all;
    }

    /** How many of the logical clicks [0, end) are visits of the page. */
    private static long visits(int page, long end) {
        return (end - page + PAGES - 1) / PAGES;
    }
}
