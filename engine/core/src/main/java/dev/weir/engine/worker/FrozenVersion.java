package dev.weir.engine.worker;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.SubtaskSnapshot;
import java.util.List;
import java.util.Map;

/**
 * The whole state of a subtask at a checkpoint, kept in memory: keyed state and timers as frozen views, operator state with
 * positions and prepared transactions, event times. Nothing of it is written any more, so it can be restored from again.
 *
 * @param bytes roughly what it takes in memory
 */
public record FrozenVersion(VersionName name, SubtaskShape shape, List<Operator> operators, long bytes) {

    /** The state of one operator. */
    record Operator(
            String uid, RestoredKeyedState keyed, Map<String, OperatorStateBlock> operatorState, long eventTime) {}

    public FrozenVersion {
        operators = List.copyOf(operators);
    }

    /**
     * Whether a snapshot can be rolled back to: no savepoint, nor where records were under way to the subtask, since then
     * storage is read in any case.
     */
    public static boolean suits(SnapshotKind kind, SubtaskSnapshot snapshot) {
        return kind == SnapshotKind.CHECKPOINT
                && snapshot.inFlight().parts().stream().noneMatch(part -> part.side() == InFlight.Side.QUEUED);
    }

    /** What is kept of a snapshot that has not been released; releasing it afterwards lets go of nothing here. */
    public static FrozenVersion of(VersionName name, SubtaskShape shape, SubtaskSnapshot snapshot) {
        List<Operator> operators =
                snapshot.operators().stream().map(FrozenVersion::of).toList();
        long bytes =
                snapshot.operators().stream().mapToLong(FrozenVersion::bytesOf).sum();
        return new FrozenVersion(name, shape, operators, bytes);
    }

    private static Operator of(OperatorSnapshot operator) {
        KeyedSnapshot keyed = operator.keyed();
        return new Operator(
                operator.uid(),
                keyed == null ? RestoredKeyedState.EMPTY : keyed.asRestored(),
                Map.copyOf(operator.operatorState()),
                operator.eventTime());
    }

    private static long bytesOf(OperatorSnapshot operator) {
        KeyedSnapshot keyed = operator.keyed();
        long bytes = keyed == null ? 0 : keyed.heapBytes();
        for (OperatorStateBlock block : operator.operatorState().values()) {
            for (byte[] element : block.elements()) {
                bytes += element.length;
            }
        }
        return bytes;
    }
}
