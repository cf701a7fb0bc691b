package dev.weir.engine.simulation.program;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.util.List;

/**
 * A counter with a finish hook. Watches that what had finished before the restored checkpoint doesn't finish again, and
 * that what a drain leaves has finished.
 */
final class FinishingCounter extends KeyCounter {

    private static final String FINISHED = "finished";

    private final NodeSpec node;
    private final Scene scene;
    private boolean finishedBefore;
    private boolean finished;

    FinishingCounter(NodeSpec node, Topology.Counter kind, Scene scene) {
        super(node, kind, scene);
        this.node = node;
        this.scene = scene;
    }

    @Override
    public void open(OperatorContext context, Output<Datum> output) throws Exception {
        List<byte[]> restored = context.restoredState(FINISHED);
        finishedBefore = !restored.isEmpty() && restored.stream().allMatch(element -> element[0] == 1);
        finished = finishedBefore;
        super.open(context, output);
    }

    @Override
    public void snapshot(SnapshotContext snapshot) throws Exception {
        super.snapshot(snapshot);
        if (snapshot.kind() == SnapshotKind.DRAIN && !finished) {
            scene.observer()
                    .breach(
                            "a drain's savepoint is behind the end of the data",
                            "operator=" + node.uid() + ", checkpoint=" + snapshot.checkpointId());
        }
        snapshot.put(FINISHED, Redistribution.SPLIT, List.of(new byte[] {(byte) (finished ? 1 : 0)}));
    }

    @Override
    public boolean finish() {
        if (finishedBefore) {
            scene.observer()
                    .breach("what had finished before a checkpoint doesn't finish again", "operator=" + node.uid());
        }
        finished = true;
        return true;
    }
}
