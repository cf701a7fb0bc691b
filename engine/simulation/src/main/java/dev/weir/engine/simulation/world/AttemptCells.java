package dev.weir.engine.simulation.world;

import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.restore.SubtaskSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All parts of one execution attempt in one process. */
final class AttemptCells {

    private final Fence fence;
    private final Map<SubtaskId, SubtaskCell> subtasks = new TreeMap<>();
    private final EnumeratorCell enumerator;

    /** @param manifest what is restored; empty to start from the beginning */
    AttemptCells(
            SimulatedProcess process,
            CoordinatorCell coordinator,
            Fence fence,
            String lineage,
            Optional<Manifest> manifest) {
        this.fence = fence;
        ExecutionPlan plan = process.plan();
        Optional<RestorePlan> restore =
                manifest.map(known -> RestorePlan.of(known, targetsOf(plan), RestorePlan.Unclaimed.REFUSE));
        for (SubtaskId id : plan.subtasks()) {
            Optional<SubtaskSlice> slice = restore.map(known -> known.slice(id.chain(), id.index()));
            subtasks.put(
                    id, new SubtaskCell(process, this, coordinator, new SubtaskCell.Part(id, fence, lineage, slice)));
        }
        this.enumerator = new EnumeratorCell(process, this, coordinator, manifest.map(Manifest::enumerators));
        subtasks.values().forEach(SubtaskCell::start);
    }

    private static List<ChainTarget> targetsOf(ExecutionPlan plan) {
        List<ChainTarget> targets = new ArrayList<>();
        for (Chain chain : plan.chains()) {
            List<OperatorTarget> operators = chain.links().stream()
                    .map(link -> new OperatorTarget(
                            link.uid(), chain.parallelism(), chain.maxParallelism(), OperatorTarget.Origin.EXPLICIT))
                    .toList();
            targets.add(new ChainTarget(chain.id(), operators));
        }
        return targets;
    }

    Fence fence() {
        return fence;
    }

    EnumeratorCell enumerator() {
        return enumerator;
    }

    SubtaskCell cell(SubtaskId id) {
        SubtaskCell cell = subtasks.get(id);
        if (cell == null) {
            throw new IllegalArgumentException("a subtask is one of its plan's: subtask=" + id);
        }
        return cell;
    }

    @Override
    public String toString() {
        return "attempt " + fence.epoch() + "." + fence.attempt();
    }
}
