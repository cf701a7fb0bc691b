package dev.weir.engine.worker;

import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import java.util.List;

/**
 * What has to be the same for a subtask to go on from another's state as it is.
 *
 * @param uids of the operators, in chain order
 * @param groups the key groups it owns
 */
public record SubtaskShape(List<String> uids, int parallelism, int maxParallelism, KeyGroupRange groups) {

    public SubtaskShape {
        uids = List.copyOf(uids);
    }

    /** The shape of a subtask as it is planned. */
    public static SubtaskShape of(ExecutionPlan plan, SubtaskId subtask) {
        Chain chain = plan.chain(subtask.chain());
        return new SubtaskShape(
                chain.links().stream().map(ChainLink::uid).toList(),
                chain.parallelism(),
                chain.maxParallelism(),
                KeyGroups.rangeOf(subtask.index(), chain.parallelism(), chain.maxParallelism()));
    }
}
