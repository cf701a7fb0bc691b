package dev.weir.cluster;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** How far a misspelt name is from the known ones: insertions, deletions, replacements and swaps of neighbours. */
final class EditDistance {

    private EditDistance() {}

    /** The known name nearest to the given one, the first in alphabetical order among equals; empty if none is known. */
    static Optional<String> nearest(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(other -> between(name, other))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The smallest number of single edits that turn one name into the other, each letter edited once at most. */
    static int between(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            last[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = last[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, 1 + Math.min(last[column], current[column - 1]));
                if (isSwap(from, row, to, column)) {
                    current[column] = Math.min(current[column], beforeLast[column - 2] + 1);
                }
            }
            beforeLast = last;
            last = current;
        }
        return last[to.length()];
    }

    private static boolean isSwap(String from, int row, String to, int column) {
        return row > 1
                && column > 1
                && from.charAt(row - 1) == to.charAt(column - 2)
                && from.charAt(row - 2) == to.charAt(column - 1);
    }
}
