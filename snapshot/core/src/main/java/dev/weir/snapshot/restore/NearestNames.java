package dev.weir.snapshot.restore;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the names a mistyped or renamed one may have meant, by edit distance. */
public final class NearestNames {

    private static final int SHOWN = 3;

    private NearestNames() {}

    /** The nearest candidates, nearest first. */
    static List<String> of(String name, Collection<String> candidates) {
        return candidates.stream()
                .sorted(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SHOWN)
                .toList();
    }

    /** The nearest candidates in words for the end of a phrase; nothing where there are none. */
    public static String told(String name, Collection<String> candidates) {
        List<String> nearest = of(name, candidates);
        return nearest.isEmpty() ? "" : " (nearest: " + String.join(", ", nearest) + ")";
    }

    /** Levenshtein's distance: how many letters are to be added, removed or replaced. */
    static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
