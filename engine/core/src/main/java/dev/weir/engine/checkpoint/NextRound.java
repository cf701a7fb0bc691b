package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import java.util.Optional;

/**
 * Which round is to be triggered next. Pure.
 *
 * @param dueNanos when it may be, monotonic
 */
record NextRound(SnapshotKind kind, long dueNanos) {

    /** Whether a round is open. */
    enum Open {
        NONE,
        SOME
    }

    /** What was asked for goes before what comes by itself, and waits for no interval and no pause. */
    static Optional<NextRound> of(
            RequestedRounds requested, EndOfData end, RoundSchedule schedule, Open open, Moment now) {
        if (requested.holdsCheckpointsBack()) {
            return open == Open.NONE
                    ? requested.wantedSavepoint().map(kind -> new NextRound(kind, now.nanos()))
                    : Optional.empty();
        }
        boolean waitsForOpenRounds = end.wantsLastRound() && open == Open.SOME;
        if (end.hasLastRound() || waitsForOpenRounds) {
            return Optional.empty();
        }
        if (requested.wantsCheckpoint()) {
            return checkpointAt(now.nanos());
        }
        if (end.wantsLastRound()) {
            return checkpointAt(schedule.earliestNanos());
        }
        return schedule.isPeriodic() ? checkpointAt(schedule.periodicDueNanos()) : Optional.empty();
    }

    private static Optional<NextRound> checkpointAt(long dueNanos) {
        return Optional.of(new NextRound(SnapshotKind.CHECKPOINT, dueNanos));
    }
}
