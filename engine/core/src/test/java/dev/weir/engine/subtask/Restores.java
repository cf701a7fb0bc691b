package dev.weir.engine.subtask;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.restore.RestoredInFlight;
import dev.weir.snapshot.restore.RestoredOperator;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.RestoredSubtask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Snapshots as a subtask restores them, without bytes in between. */
final class Restores {

    private Restores() {}

    /** The same subtask again. */
    static RestoredSubtask same(SubtaskSnapshot snapshot, KeyGroupRange groups) {
        Map<String, RestoredOperator> operators = new HashMap<>();
        for (OperatorSnapshot operator : snapshot.operators()) {
            List<KeyedSnapshot> keyed = operator.keyed() == null ? List.of() : List.of(operator.keyed());
            Map<String, List<byte[]>> own = new HashMap<>();
            operator.operatorState().forEach((name, block) -> own.put(name, elementsOf(block)));
            operators.put(
                    operator.uid(),
                    new RestoredOperator(
                            operator.uid(),
                            HeldKeyedState.of(keyed, groups),
                            own,
                            operator.eventTime(),
                            operator.drained() ? Drain.DRAINED : Drain.RUNNING));
        }
        return new RestoredSubtask(
                operators, new RestoredInFlight(snapshot.inFlight(), RestoredInFlight.Channels.SAME));
    }

    private static List<byte[]> elementsOf(OperatorStateBlock block) {
        return block.elements();
    }
}
