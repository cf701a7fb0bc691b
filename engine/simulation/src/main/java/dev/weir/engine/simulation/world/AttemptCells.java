package dev.weir.engine.simulation.world;

import dev.weir.engine.job.JobArchive;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.worker.Restoring;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All parts of one execution attempt in one process. */
final class AttemptCells implements Part {

    private final Machine machine;
    private final Fence fence;
    private final Map<SubtaskId, SubtaskCell> subtasks = new TreeMap<>();
    private final EnumeratorCell enumerator;

    AttemptCells(
            SimulatedProcess process,
            CoordinatorCell coordinator,
            Fence fence,
            String lineage,
            JobArchive.Restore restore) {
        this.machine = process.control();
        this.fence = fence;
        for (SubtaskId id : process.plan().subtasks()) {
            Optional<Restoring> restoring = coordinator.restoring(restore, id);
            subtasks.put(
                    id,
                    new SubtaskCell(process, this, coordinator, new SubtaskCell.Role(id, fence, lineage, restoring)));
        }
        this.enumerator = new EnumeratorCell(process, this, coordinator, restore.enumerators());
        subtasks.values().forEach(SubtaskCell::start);
    }

    /** Where it is spawned from. */
    @Override
    public Machine machine() {
        return machine;
    }

    /** The subtasks that ran on a machine that is gone. */
    List<SubtaskCell> on(Machine gone) {
        return subtasks.values().stream().filter(cell -> cell.machine() == gone).toList();
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

    /** The next attempt begins: nothing of this one may be there any more. */
    void requireGone() {
        subtasks.values().forEach(cell -> {
            if (!cell.isStopped()) {
                throw new Violation("one attempt ends before the next begins", "still there: " + cell);
            }
        });
        if (!enumerator.isStopped()) {
            throw new Violation("one attempt ends before the next begins", "still there: the enumerator of " + this);
        }
    }

    /** Data is about to flow: everything must be open. */
    void requireReady() {
        subtasks.values().forEach(cell -> {
            if (!cell.isReady()) {
                throw new Violation("data flows once all subtasks are ready", "not ready: " + cell);
            }
        });
    }

    @Override
    public String toString() {
        return "attempt " + fence.epoch() + "." + fence.attempt();
    }
}
