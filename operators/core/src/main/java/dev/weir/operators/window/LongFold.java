package dev.weir.operators.window;

/** How two longs of a window become one. Exact and associative, whatever is folded first. */
public enum LongFold {
    /** Overflow wraps as {@code +} does. */
    SUM,
    MIN,
    MAX;

    long combine(long left, long right) {
        return switch (this) {
            case SUM -> left + right;
            case MIN -> Math.min(left, right);
            case MAX -> Math.max(left, right);
        };
    }
}
