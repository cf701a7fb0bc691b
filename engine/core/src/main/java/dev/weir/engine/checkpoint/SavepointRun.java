package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskId;
import java.util.HashSet;
import java.util.Set;

/**
 * A savepoint on its way from request to hand-over; at most one at a time.
 *
 * <pre>
 *   WAITING ──no round is open──▶ TAKING ──published──▶ FOLLOWING ──a checkpoint completed──▶ CONFIRMING ──all──▶ done
 *                                   └──of a stop: published──────────────────────────────────────▲
 * </pre>
 *
 * <p>A savepoint of a job that goes on commits nothing: what sinks prepared for it is committed with the checkpoint taken
 * right after it, so it is worth something only once that one is complete and confirmed.
 */
final class SavepointRun {

    enum Phase {
        /** Rounds that were open when it was asked for are still on their way. */
        WAITING,
        TAKING,
        /** It is published; the checkpoint after it is wanted or under way. */
        FOLLOWING,
        /** Its own commits, or those of the checkpoint after it, are being confirmed. */
        CONFIRMING
    }

    private final RoundRequest request;
    private Phase phase = Phase.WAITING;
    private long savepointId;
    private long followerId;
    private Set<SubtaskId> unconfirmed = Set.of();
    private RoundRecord record = RoundRecord.NONE;

    SavepointRun(RoundRequest request) {
        this.request = request;
    }

    RoundRequest request() {
        return request;
    }

    SnapshotKind kind() {
        return request.kind();
    }

    Phase phase() {
        return phase;
    }

    boolean isIn(Phase asked) {
        return phase == asked;
    }

    /** Its own round; meaningless while it waits. */
    long savepointId() {
        return savepointId;
    }

    /** Whether this round is its own. */
    boolean isOf(long checkpointId) {
        return phase != Phase.WAITING && savepointId == checkpointId;
    }

    /** Whether the checkpoint after it is to be triggered. */
    boolean wantsFollower() {
        return phase == Phase.FOLLOWING && followerId == 0;
    }

    /** Whether it is published, so that giving it up means to discard it. */
    boolean isPublished() {
        return phase == Phase.FOLLOWING || phase == Phase.CONFIRMING;
    }

    RoundRecord record() {
        return record;
    }

    void triggered(long id) {
        phase = Phase.TAKING;
        savepointId = id;
    }

    /** @param committers whose confirmation the end of a stop waits for */
    void published(RoundRecord ended, Set<SubtaskId> committers) {
        record = ended;
        if (kind().endsJob()) {
            followed(savepointId, committers);
        } else {
            phase = Phase.FOLLOWING;
        }
    }

    void followedBy(long checkpointId) {
        followerId = checkpointId;
    }

    /** Whether its commits come with this checkpoint: the one after it, or a younger one. */
    boolean isFollower(long checkpointId) {
        return phase == Phase.FOLLOWING && followerId != 0 && checkpointId >= followerId;
    }

    /** Whether this is the checkpoint taken after it, which is still to complete. */
    boolean isFollowedBy(long checkpointId) {
        return phase == Phase.FOLLOWING && followerId == checkpointId;
    }

    /** The checkpoint that its commits come with is complete. */
    void followed(long checkpointId, Set<SubtaskId> committers) {
        followerId = checkpointId;
        phase = Phase.CONFIRMING;
        unconfirmed = new HashSet<>(committers);
    }

    void confirmed(SubtaskId subtask, long checkpointId) {
        if (phase == Phase.CONFIRMING && checkpointId >= followerId) {
            unconfirmed.remove(subtask);
        }
    }

    /** Whether a notice of this checkpoint is still to be confirmed by some. */
    boolean isUnconfirmed(long checkpointId) {
        return phase == Phase.CONFIRMING && followerId == checkpointId && !unconfirmed.isEmpty();
    }

    /** Whether it can be handed out. That of a stop is when the job's end is. */
    boolean isConfirmed() {
        return phase == Phase.CONFIRMING && !kind().endsJob() && unconfirmed.isEmpty();
    }

    /** For messages. */
    String describe() {
        String what = switch (kind()) {
            case CHECKPOINT, SAVEPOINT -> "a savepoint";
            case STOP -> "a stop with savepoint";
            case DRAIN -> "a drain with savepoint";
        };
        return switch (phase) {
            case WAITING -> what + " waits for open checkpoints";
            case TAKING -> what + " is being taken: " + savepointId;
            case FOLLOWING -> what + " waits for the checkpoint after it: " + savepointId;
            case CONFIRMING -> what + " waits for sinks to commit: " + savepointId;
        };
    }
}
