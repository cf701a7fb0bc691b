package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a round has gathered.
 *
 * @param triggerMillis wall-clock time of the trigger
 * @param subtasks what each subtask has written, in the order of subtasks
 * @param enumerators the encoded state of each source's enumerator, by uid
 */
public record RoundContent(
        long checkpointId,
        SnapshotKind kind,
        Fence fence,
        long triggerMillis,
        SortedMap<SubtaskId, SubtaskStateHandle> subtasks,
        SortedMap<String, byte[]> enumerators) {

    /** Copies the maps. */
    public static RoundContent of(
            long checkpointId,
            SnapshotKind kind,
            Fence fence,
            long triggerMillis,
            Map<SubtaskId, SubtaskStateHandle> subtasks,
            Map<String, byte[]> enumerators) {
        return new RoundContent(
                checkpointId,
                kind,
                fence,
                triggerMillis,
                Collections.unmodifiableSortedMap(new TreeMap<>(subtasks)),
                Collections.unmodifiableSortedMap(new TreeMap<>(enumerators)));
    }
}
