package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskId;
import java.util.HashSet;
import java.util.Set;

/**
 * How far one attempt is from its end: all subtasks drained → a last round triggered after that, or the round of a stop →
 * it completes → every committer confirms it.
 */
final class EndOfData {

    private static final long NONE = -1;

    private final Set<SubtaskId> undrained;
    private final Set<SubtaskId> unconfirmed;
    private long lastRound = NONE;
    private long completedRound = NONE;
    private boolean announced;

    EndOfData(Set<SubtaskId> subtasks, Set<SubtaskId> committers) {
        this.undrained = new HashSet<>(subtasks);
        this.unconfirmed = new HashSet<>(committers);
    }

    void drained(SubtaskId subtask) {
        undrained.remove(subtask);
    }

    /** Whether the data has ended, and no last round is under way or complete. */
    boolean wantsLastRound() {
        return undrained.isEmpty() && lastRound == NONE;
    }

    /** Whether a last round is under way or complete: no further one is needed. */
    boolean hasLastRound() {
        return lastRound != NONE;
    }

    /** A checkpoint triggered after all have drained is the last round; that of a stop always is, unless it fails. */
    void triggered(long checkpointId, SnapshotKind kind) {
        boolean isLast = kind == SnapshotKind.CHECKPOINT && wantsLastRound();
        if (isLast || kind.endsJob()) {
            lastRound = checkpointId;
        }
    }

    /** The attempt restores the round of a stop, so that only its confirmations are missing. */
    void concluding(long checkpointId) {
        lastRound = checkpointId;
        completedRound = checkpointId;
    }

    void failed(long checkpointId) {
        if (lastRound == checkpointId) {
            lastRound = NONE;
        }
    }

    void completed(long checkpointId) {
        if (lastRound == checkpointId) {
            completedRound = checkpointId;
        }
    }

    /** A confirmation of an earlier checkpoint doesn't count, one that comes twice changes nothing. */
    void confirmed(SubtaskId subtask, long checkpointId) {
        if (completedRound != NONE && checkpointId >= completedRound) {
            unconfirmed.remove(subtask);
        }
    }

    boolean isUnconfirmed(long checkpointId) {
        return completedRound == checkpointId && !unconfirmed.isEmpty();
    }

    /** Whether everything is committed; true once. */
    boolean becameComplete() {
        if (announced || completedRound == NONE || !unconfirmed.isEmpty()) {
            return false;
        }
        announced = true;
        return true;
    }

    long completedRound() {
        return completedRound;
    }
}
