package dev.weir.engine.job;

import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ChainLink;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import java.util.List;

/** Plans for tests; nothing in them runs. */
final class TestPlans {

    private TestPlans() {}

    /** A source with three subtasks and a sink with two. */
    static ExecutionPlan threeToTwo() {
        return new ExecutionPlan(
                "test",
                List.of(chain(0, "numbers", ChainLink.Role.SOURCE, 3), chain(1, "sum", ChainLink.Role.KEYED, 2)),
                List.of(),
                "");
    }

    /** What a plan restores: as it is. */
    static List<ChainTarget> targets(ExecutionPlan plan) {
        return plan.chains().stream().map(TestPlans::target).toList();
    }

    private static ChainTarget target(Chain chain) {
        return new ChainTarget(
                chain.id(),
                List.of(new OperatorTarget(
                        chain.head().uid(),
                        chain.parallelism(),
                        chain.maxParallelism(),
                        OperatorTarget.Origin.EXPLICIT)));
    }

    /** A handle of nothing; decisions don't look into it. */
    static SubtaskStateHandle handle() {
        return new SubtaskStateHandle("", 0, null, new byte[0], 0, 0, new SegmentIndex(List.of()));
    }

    private static Chain chain(int id, String uid, ChainLink.Role role, int parallelism) {
        return new Chain(
                id, uid, List.of(new ChainLink(id, uid, uid, role, -1, null, 0)), parallelism, 127, Threading.SHARED);
    }
}
