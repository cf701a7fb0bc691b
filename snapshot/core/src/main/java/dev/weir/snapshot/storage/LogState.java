package dev.weir.snapshot.storage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a job's log says: the fold of its slots. Pure. Invariants: epochs and checkpoint ids only rise; an id is given to
 * one epoch; what is published was reserved by the epoch that publishes it.
 *
 * @param lastSeq the last slot folded; 0 for none
 * @param epoch the newest claim; 0 for none
 * @param nextCheckpointId the smallest id never reserved
 * @param firstIdOfEpoch the smallest id the newest claim can have reserved
 * @param retained published checkpoints that are kept, in rising order
 * @param savepoints ids of published savepoints, in rising order
 * @param stopped the savepoint of the last stop, which recovery restores unless a newer checkpoint of its lineage is there
 * @param dropped the lineage whose checkpoints were dropped when its run was canceled; null once it has newer ones
 * @param startedFrom the savepoint that the present lineage was started from; null for none
 * @param claimed savepoints that are the job's since a run claimed them, and are still there
 * @param claims slots of all claims, in rising order: they are never deleted
 */
record LogState(
        long lastSeq,
        long epoch,
        long nextCheckpointId,
        long firstIdOfEpoch,
        long lastPublishedId,
        List<CheckpointRef> retained,
        List<Long> savepoints,
        @Nullable CheckpointRef stopped,
        @Nullable String dropped,
        List<Long> claims,
        @Nullable String lineage,
        @Nullable String parentLineage,
        @Nullable StartedFrom startedFrom,
        List<ClaimedSavepoint> claimed,
        @Nullable String jobState) {

    /** Every so many slots one holds the whole state. */
    static final int FULL_EVERY = 100;

    /** Before the first slot. */
    static final LogState EMPTY =
            new LogState(0, 0, 1, 1, 0, List.of(), List.of(), null, null, List.of(), null, null, null, List.of(), null);

    LogState {
        retained = List.copyOf(retained);
        savepoints = List.copyOf(savepoints);
        claims = List.copyOf(claims);
        claimed = List.copyOf(claimed);
    }

    static boolean isFull(long seq) {
        return seq % FULL_EVERY == 0;
    }

    /**
     * The state after one more entry.
     *
     * @throws IllegalStateException where the entry can't follow: the log is damaged
     */
    LogState after(LogEntry entry) {
        if (entry.seq() != lastSeq + 1) {
            throw new IllegalStateException("slots follow each other: last=" + lastSeq + ", next=" + entry.seq());
        }
        boolean claim = entry.change() instanceof LogEntry.Claimed;
        if (claim ? entry.epoch() <= epoch : entry.epoch() != epoch) {
            throw new IllegalStateException("a slot is of a claim's epoch, and claims rise: slot=" + entry.seq()
                    + ", current epoch=" + epoch + ", epoch=" + entry.epoch());
        }
        Draft next = new Draft(this);
        next.lastSeq = entry.seq();
        if (entry.change() instanceof LogEntry.Claimed) {
            next.claim(entry);
        } else if (entry.change() instanceof LogEntry.Reserved reserved) {
            next.reserve(reserved);
        } else if (entry.change() instanceof LogEntry.Published published) {
            next.publish(published, epoch);
        } else if (entry.change() instanceof LogEntry.SavepointPublished published) {
            next.publish(published, epoch);
        } else if (entry.change() instanceof LogEntry.SavepointDiscarded discarded) {
            next.discard(discarded.checkpointId());
        } else if (entry.change() instanceof LogEntry.CheckpointsDropped) {
            next.dropCheckpoints();
        } else if (entry.change() instanceof LogEntry.LineageSet set) {
            next.lineage = set.lineage();
            next.parentLineage = set.parent();
            next.startedFrom = set.from();
            next.take(set);
        } else if (entry.change() instanceof LogEntry.ClaimReleased released) {
            next.claimed.remove(released.claimed());
        } else if (entry.change() instanceof LogEntry.JobStateSet set) {
            next.jobState = set.state();
        }
        return next.build();
    }

    /** The newest checkpoint of the job's present lineage: what recovery restores. */
    Optional<CheckpointRef> newest() {
        List<CheckpointRef> points = recoveryPoints();
        return points.isEmpty() ? Optional.empty() : Optional.of(points.get(points.size() - 1));
    }

    /** What is kept of the job's present lineage and can be recovered from, in rising order. */
    List<CheckpointRef> recoveryPoints() {
        return Stream.concat(retained.stream(), Stream.ofNullable(stopped))
                .filter(ref -> ref.lineage().equals(lineage))
                .sorted(Comparator.comparingLong(CheckpointRef::checkpointId))
                .toList();
    }

    /** Whether files of the checkpoint are to stay. */
    boolean isPublished(long checkpointId) {
        return savepoints.contains(checkpointId)
                || retained.stream().anyMatch(ref -> ref.checkpointId() == checkpointId);
    }

    /** Whether the coordinator of the newest claim may have files of the checkpoint under way. */
    boolean mayBeUnderWay(long checkpointId) {
        return checkpointId >= firstIdOfEpoch;
    }

    /** The parts of the next state, while they change. */
    private static final class Draft {
        private long lastSeq;
        private long epoch;
        private long nextCheckpointId;
        private long firstIdOfEpoch;
        private long lastPublishedId;
        private final List<CheckpointRef> retained;
        private final List<Long> savepoints;
        private @Nullable CheckpointRef stopped;
        private @Nullable String dropped;
        private final List<Long> claims;
        private @Nullable String lineage;
        private @Nullable String parentLineage;
        private @Nullable StartedFrom startedFrom;
        private final List<ClaimedSavepoint> claimed;
        private @Nullable String jobState;

        Draft(LogState from) {
            this.epoch = from.epoch;
            this.nextCheckpointId = from.nextCheckpointId;
            this.firstIdOfEpoch = from.firstIdOfEpoch;
            this.lastPublishedId = from.lastPublishedId;
            this.retained = new ArrayList<>(from.retained);
            this.savepoints = new ArrayList<>(from.savepoints);
            this.stopped = from.stopped;
            this.dropped = from.dropped;
            this.claims = new ArrayList<>(from.claims);
            this.lineage = from.lineage;
            this.parentLineage = from.parentLineage;
            this.startedFrom = from.startedFrom;
            this.claimed = new ArrayList<>(from.claimed);
            this.jobState = from.jobState;
        }

        void claim(LogEntry entry) {
            epoch = entry.epoch();
            firstIdOfEpoch = nextCheckpointId;
            claims.add(entry.seq());
        }

        void take(LogEntry.LineageSet set) {
            StartedFrom from = set.from();
            if (from != null && from.isTaken()) {
                claimed.add(new ClaimedSavepoint(from.savepoint(), set.lineage()));
            }
        }

        void reserve(LogEntry.Reserved reserved) {
            if (reserved.first() != nextCheckpointId || reserved.count() < 1) {
                throw new IllegalStateException("ids are reserved one after the other: next=" + nextCheckpointId
                        + ", first=" + reserved.first() + ", count=" + reserved.count());
            }
            nextCheckpointId += reserved.count();
        }

        void publish(LogEntry.Published published, long currentEpoch) {
            CheckpointRef ref = published.ref();
            admit(ref, currentEpoch);
            retained.add(ref);
            dropped = null;
            while (retained.size() > published.retained()) {
                retained.remove(0);
            }
        }

        void publish(LogEntry.SavepointPublished published, long currentEpoch) {
            admit(published.ref(), currentEpoch);
            savepoints.add(published.ref().checkpointId());
            if (published.role() == SavepointRole.RECOVERY_POINT) {
                stopped = published.ref();
                dropped = null;
            }
        }

        private void admit(CheckpointRef ref, long currentEpoch) {
            boolean reserved = ref.checkpointId() >= firstIdOfEpoch && ref.checkpointId() < nextCheckpointId;
            if (!reserved || ref.epoch() != currentEpoch || ref.checkpointId() <= lastPublishedId) {
                throw new IllegalStateException("a published id was reserved by its epoch and rises: id="
                        + ref.checkpointId() + ", reserved=[" + firstIdOfEpoch + ", " + nextCheckpointId
                        + "), last published=" + lastPublishedId + ", epoch=" + ref.epoch() + ", current epoch="
                        + currentEpoch);
            }
            lastPublishedId = ref.checkpointId();
        }

        void discard(long checkpointId) {
            savepoints.remove(checkpointId);
            if (stopped != null && stopped.checkpointId() == checkpointId) {
                stopped = null;
            }
        }

        /** What a stop left behind stays a recovery point only where nothing newer was committed, and is gone now. */
        void dropCheckpoints() {
            CheckpointRef left = stopped;
            if (left != null && retained.stream().anyMatch(ref -> ref.checkpointId() > left.checkpointId())) {
                stopped = null;
            }
            retained.clear();
            dropped = lineage;
        }

        LogState build() {
            return new LogState(
                    lastSeq,
                    epoch,
                    nextCheckpointId,
                    firstIdOfEpoch,
                    lastPublishedId,
                    retained,
                    savepoints,
                    stopped,
                    dropped,
                    claims,
                    lineage,
                    parentLineage,
                    startedFrom,
                    claimed,
                    jobState);
        }
    }
}
