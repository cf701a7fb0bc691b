package dev.weir.engine.simulation.program;

/** What is known of a key: mutable, and changed in place, as users do. */
public final class Totals {

    /** How many records came on the first input. */
    public long count;

    /** The sum of their values. */
    public long sum;

    /** How many records came on the second input. */
    public long secondCount;

    /** The sum of their values. */
    public long secondSum;

    /** Counts a record; gives what is now known of its input. */
    Totals add(int input, long value) {
        if (input == 0) {
            count++;
            sum += value;
        } else {
            secondCount++;
            secondSum += value;
        }
        return this;
    }

    long countOf(int input) {
        return input == 0 ? count : secondCount;
    }

    long sumOf(int input) {
        return input == 0 ? sum : secondSum;
    }
}
