package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.engine.settings.CheckpointSettings.Barriers;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One open round.
 *
 * <pre>
 *   COLLECTING ──last part──▶ READY ──its turn──▶ PUBLISHING ──no clear answer──▶ UNSETTLED
 * </pre>
 */
final class Round {

    enum Phase {
        COLLECTING,
        /** Everything is in; an older publication is still under way. */
        READY,
        PUBLISHING,
        /** Whether it was published is being found out. */
        UNSETTLED
    }

    private final Key key;
    private final Moment triggered;
    private final Set<SubtaskId> missing;
    private final Map<SubtaskId, SubtaskStateHandle> handles = new HashMap<>();
    private final Map<SubtaskId, RoundRecord.Part> parts = new TreeMap<>();
    private final List<RoundRequest> requests = new ArrayList<>();
    private @Nullable Map<String, byte[]> enumerators;
    private long bytes;
    private long newBytes;
    private SnapshotFigures longest = SnapshotFigures.NONE;
    private int readBacks;
    private Phase phase = Phase.COLLECTING;

    /**
     * What its trigger says.
     *
     * @param baseId the completed checkpoint it may refer to; 0 for none
     */
    record Key(long id, SnapshotKind kind, Fence fence, long baseId) {}

    Round(Key key, Moment triggered, Set<SubtaskId> subtasks) {
        this.key = key;
        this.triggered = triggered;
        this.missing = new TreeSet<>(subtasks);
    }

    long id() {
        return key.id;
    }

    long baseId() {
        return key.baseId;
    }

    SnapshotKind kind() {
        return key.kind;
    }

    /** Requests that it answers when it ends. */
    List<RoundRequest> requests() {
        return requests;
    }

    Moment triggered() {
        return triggered;
    }

    int acknowledged() {
        return parts.size();
    }

    Fence fence() {
        return key.fence;
    }

    Phase phase() {
        return phase;
    }

    /** Whether the log may name it, now or later. */
    boolean isBeingPublished() {
        return phase == Phase.PUBLISHING || phase == Phase.UNSETTLED;
    }

    void enter(Phase next) {
        phase = next;
    }

    /** How often its publication was asked about, this time included. */
    int countReadBack() {
        return ++readBacks;
    }

    void add(SubtaskId subtask, SubtaskStateHandle handle, SnapshotFigures figures, Moment now) {
        if (phase == Phase.COLLECTING && missing.remove(subtask)) {
            handles.put(subtask, handle);
            long afterNanos = now.nanos() - triggered.nanos();
            parts.put(subtask, new RoundRecord.Part(subtask, afterNanos, handle.fullBytes(), figures));
            bytes += handle.fullBytes();
            newBytes += handle.newBytes();
            longest = longest.with(figures);
            becomeReadyIfFull();
        }
    }

    void add(Map<String, byte[]> states) {
        if (phase == Phase.COLLECTING && enumerators == null) {
            enumerators = Map.copyOf(states);
            long ofStates =
                    states.values().stream().mapToLong(state -> state.length).sum();
            bytes += ofStates;
            newBytes += ofStates;
            becomeReadyIfFull();
        }
    }

    private void becomeReadyIfFull() {
        if (missing.isEmpty() && enumerators != null) {
            phase = Phase.READY;
        }
    }

    String missing() {
        return missing.isEmpty() ? "the sources' enumerators" : "subtasks " + missing;
    }

    RoundContent content() {
        return RoundContent.of(
                key.id, key.kind, key.fence, triggered.millis(), handles, enumerators == null ? Map.of() : enumerators);
    }

    /** @param barriers how those of checkpoints travel */
    RoundRecord ended(RoundRecord.Outcome outcome, String reason, Barriers barriers, Moment now) {
        return new RoundRecord(
                key.id,
                key.kind,
                key.kind.isSavepoint() ? Barriers.ALIGNED : barriers,
                triggered.millis(),
                now.nanos() - triggered.nanos(),
                bytes,
                newBytes,
                longest,
                List.copyOf(parts.values()),
                List.copyOf(missing),
                outcome,
                reason);
    }
}
