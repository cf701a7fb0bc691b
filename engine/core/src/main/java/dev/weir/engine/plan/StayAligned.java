package dev.weir.engine.plan;

import dev.weir.engine.plan.PlanEdge.Overtaking;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * On which edges of a whole plan unaligned barriers may pass records. Pure.
 *
 * <p>A chain with an input that stays aligned waits for the barriers of all such inputs, and meanwhile blocks all inputs
 * that have delivered theirs. That must never hold up what it waits for. It would where the sender of a blocked input has
 * cut early, by a barrier that passed another chain: one that waits itself, upstream of that sender, and can't go on as the
 * sender takes nothing more. So a sender to a waiting chain with another waiting chain upstream doesn't cut early:
 * everything upstream of it stays aligned too, and its barrier comes only when all there have sent theirs.
 */
final class StayAligned {

    private StayAligned() {}

    /** The edges as they are, those that must stay aligned for the sake of others marked so. */
    static List<PlanEdge> apply(List<PlanEdge> edges) {
        List<PlanEdge> marked = new ArrayList<>(edges);
        boolean changes = true;
        while (changes) {
            changes = false;
            for (PlanEdge edge : List.copyOf(marked)) {
                changes |= waits(edge.toChain(), marked) && alignUpstreamOf(edge.fromChain(), marked);
            }
        }
        return marked;
    }

    private static boolean waits(int chain, List<PlanEdge> edges) {
        return edges.stream().anyMatch(edge -> edge.toChain() == chain && !edge.canBeOvertaken());
    }

    private static boolean alignUpstreamOf(int sender, List<PlanEdge> edges) {
        Set<Integer> upstream = upstreamOf(sender, edges);
        if (upstream.stream().noneMatch(chain -> waits(chain, edges))) {
            return false;
        }
        upstream.add(sender);
        boolean changes = false;
        for (int i = 0; i < edges.size(); i++) {
            PlanEdge edge = edges.get(i);
            if (edge.canBeOvertaken() && upstream.contains(edge.toChain())) {
                edges.set(i, edge.with(Overtaking.NEVER));
                changes = true;
            }
        }
        return changes;
    }

    private static Set<Integer> upstreamOf(int chain, List<PlanEdge> edges) {
        Set<Integer> upstream = new HashSet<>();
        boolean grows = true;
        while (grows) {
            grows = false;
            for (PlanEdge edge : edges) {
                boolean leadsThere = edge.toChain() == chain || upstream.contains(edge.toChain());
                grows |= leadsThere && upstream.add(edge.fromChain());
            }
        }
        return upstream;
    }
}
