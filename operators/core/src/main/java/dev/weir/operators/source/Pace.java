package dev.weir.operators.source;

/**
 * When an index is due. Index {@code i} is due {@code (i - first) / rate} after the start, whoever emits it: so all
 * subtasks together keep the rate, and one that was held up emits at once what it owes. Not limited: everything is due.
 */
final class Pace {

    private static final double NANOS_PER_SECOND = 1e9;

    /** More indexes than anyone emits; far from where a long overflows. */
    private static final double FAR = 1e18;

    private final double indexesPerNano;
    private boolean started;
    private long firstIndex;
    private long startNanos;

    /** @param indexesPerSecond infinite for no limit */
    Pace(double indexesPerSecond) {
        this.indexesPerNano = indexesPerSecond / NANOS_PER_SECOND;
    }

    boolean isLimited() {
        return !Double.isInfinite(indexesPerNano);
    }

    /** The clock starts with this index, unless it runs already. */
    void startWith(long index, long nowNanos) {
        if (!started) {
            started = true;
            firstIndex = index;
            startNanos = nowNanos;
        }
    }

    /** The first index that isn't due yet. */
    long firstNotDue(long nowNanos) {
        double due = (nowNanos - startNanos) * indexesPerNano;
        return due < FAR ? firstIndex + (long) due + 1 : Long.MAX_VALUE;
    }

    /** When an index that isn't due yet will be; later than now. */
    long dueNanos(long index, long nowNanos) {
        long due = startNanos + (long) Math.ceil((index - firstIndex) / indexesPerNano);
        return due - nowNanos > 0 ? due : nowNanos + 1;
    }
}
