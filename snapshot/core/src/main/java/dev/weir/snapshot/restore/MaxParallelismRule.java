package dev.weir.snapshot.restore;

import dev.weir.snapshot.keygroup.KeyGroups;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which max parallelism an operator runs with after a restore. Key groups are counted by it, so an operator with keyed
 * state keeps the stored one: a derived one gives way, an explicit one that differs is refused, or, where a person asked
 * for that, becomes the one that the key groups are counted by anew.
 */
final class MaxParallelismRule {

    private MaxParallelismRule() {}

    static Map<String, Integer> apply(StoredOperators stored, Iterable<ChainTarget> chains, RestoreOptions options) {
        Map<String, Integer> effective = new TreeMap<>();
        for (ChainTarget chain : chains) {
            OperatorTarget anchor = null;
            for (OperatorTarget operator : chain.operators()) {
                int maxParallelism = ofOperator(operator, stored.find(operator.uid()), options);
                effective.put(operator.uid(), maxParallelism);
                if (isKeyed(stored, operator)) {
                    requireSame(anchor, operator, effective);
                    anchor = anchor == null ? operator : anchor;
                }
            }
            follow(chain, anchor, effective);
        }
        return effective;
    }

    private static boolean isKeyed(StoredOperators stored, OperatorTarget operator) {
        StoredOperators.Stored old = stored.find(operator.uid());
        return old != null && old.isKeyed();
    }

    private static int ofOperator(OperatorTarget target, StoredOperators.@Nullable Stored old, RestoreOptions options) {
        if (old == null || !old.isKeyed()) {
            KeyGroups.check(target.parallelism(), target.maxParallelism());
            return target.maxParallelism();
        }
        boolean explicit = target.origin() == OperatorTarget.Origin.EXPLICIT;
        if (explicit && options.maxParallelism() != RestoreOptions.KEEP) {
            KeyGroups.check(target.parallelism(), target.maxParallelism());
            return target.maxParallelism();
        }
        if (explicit && target.maxParallelism() != old.maxParallelism()) {
            throw new RestoreRefusedException(
                    "an operator with keyed state keeps its max parallelism unless it is to be converted: operator="
                            + target.uid() + ", stored max parallelism=" + old.maxParallelism()
                            + ", set max parallelism=" + target.maxParallelism() + "; set weir.max-parallelism="
                            + old.maxParallelism() + ", or have the state converted with --max-parallelism "
                            + target.maxParallelism());
        }
        if (target.parallelism() > old.maxParallelism()) {
            throw new RestoreRefusedException("parallelism must not exceed the stored max parallelism: operator="
                    + target.uid() + ", parallelism=" + target.parallelism() + ", stored max parallelism="
                    + old.maxParallelism() + "; restore with a parallelism of at most " + old.maxParallelism()
                    + ", or have the state converted with --max-parallelism "
                    + KeyGroups.defaultMaxParallelism(target.parallelism()));
        }
        return old.maxParallelism();
    }

    private static void requireSame(
            @Nullable OperatorTarget anchor, OperatorTarget operator, Map<String, Integer> effective) {
        if (anchor == null) {
            return;
        }
        int first = effective.getOrDefault(anchor.uid(), 0);
        int second = effective.getOrDefault(operator.uid(), 0);
        if (first != second) {
            throw new RestoreRefusedException(
                    "operators with keyed state in one chain have one max parallelism: operator="
                            + anchor.uid() + ", stored max parallelism=" + first + ", operator=" + operator.uid()
                            + ", stored max parallelism=" + second
                            + "; keep them in chains of their own, as they were when the state was written, or have"
                            + " both converted with --max-parallelism " + Math.max(first, second));
        }
    }

    /** The operators without keyed state follow the one that has some. */
    private static void follow(ChainTarget chain, @Nullable OperatorTarget anchor, Map<String, Integer> effective) {
        if (anchor != null) {
            int maxParallelism = effective.getOrDefault(anchor.uid(), anchor.maxParallelism());
            chain.operators().forEach(operator -> effective.put(operator.uid(), maxParallelism));
        }
    }
}
