package dev.weir.engine.checkpoint;

import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport.SnapshotFigures;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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

    private final long id;
    private final Fence fence;
    private final Moment triggered;
    private final Set<SubtaskId> missing;
    private final Map<SubtaskId, SubtaskStateHandle> handles = new HashMap<>();
    private @Nullable Map<String, byte[]> enumerators;
    private long bytes;
    private SnapshotFigures longest = SnapshotFigures.NONE;
    private int readBacks;
    private Phase phase = Phase.COLLECTING;

    Round(long id, Fence fence, Moment triggered, Set<SubtaskId> subtasks) {
        this.id = id;
        this.fence = fence;
        this.triggered = triggered;
        this.missing = new TreeSet<>(subtasks);
    }

    long id() {
        return id;
    }

    Fence fence() {
        return fence;
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

    void add(SubtaskId subtask, SubtaskStateHandle handle, SnapshotFigures times) {
        if (phase == Phase.COLLECTING && missing.remove(subtask)) {
            handles.put(subtask, handle);
            bytes += handle.sizeBytes();
            longest = longest.with(times);
            becomeReadyIfFull();
        }
    }

    void add(Map<String, byte[]> states) {
        if (phase == Phase.COLLECTING && enumerators == null) {
            enumerators = Map.copyOf(states);
            bytes += states.values().stream().mapToLong(state -> state.length).sum();
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
        return RoundContent.of(id, fence, triggered.millis(), handles, enumerators == null ? Map.of() : enumerators);
    }

    RoundRecord ended(RoundRecord.Outcome outcome, String reason, Moment now) {
        return new RoundRecord(
                id, triggered.millis(), now.nanos() - triggered.nanos(), bytes, longest, outcome, reason);
    }
}
