package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Which checkpoints are kept and which files go. Savepoints are none of them: they stay where they are.
 *
 * <p>Invariants: files are removed only of rounds that were given up, and of checkpoints that newer ones have pushed out and
 * that no open round is based on; a round is based on a checkpoint of its own lineage, or on none.
 */
final class KeptCheckpoints {

    /** No checkpoint is referred to. */
    static final long NO_BASE = 0;

    private final int most;
    private final Consumer<RoundEffect> effects;
    private final List<Long> retained;

    /** Pushed out, and not removed yet. */
    private final List<Long> pushedOut = new ArrayList<>();

    private long base;

    /** Given up since the last completed round: their writers may have been slower than the removal of their files. */
    private final Deque<Long> leftovers = new ArrayDeque<>();

    /**
     * As the log has it.
     *
     * @param base the newest checkpoint of the lineage that the first attempt restores; {@link #NO_BASE} for none
     */
    KeptCheckpoints(int most, List<Long> retained, long base, Consumer<RoundEffect> effects) {
        this.most = most;
        this.base = base;
        this.effects = effects;
        this.retained = new ArrayList<>(retained);
    }

    /** The newest completed checkpoint of the lineage, whose files a round may refer to; {@link #NO_BASE} for none. */
    long base() {
        return base;
    }

    /** What was restored isn't the newest: nothing is referred to until there is a new one. */
    void forgetBase() {
        base = NO_BASE;
    }

    /** What will be kept once this round is published. */
    List<Long> with(Round round) {
        List<Long> all = new ArrayList<>(retained);
        if (round.kind() == SnapshotKind.CHECKPOINT) {
            all.add(round.id());
        }
        return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
    }

    void published(Round round) {
        leftovers.forEach(left -> effects.accept(new RoundEffect.DeleteUnpublished(left)));
        leftovers.clear();
        if (round.kind() == SnapshotKind.CHECKPOINT) {
            retained.add(round.id());
            base = round.id();
        }
        while (retained.size() > most) {
            pushedOut.add(retained.remove(0));
        }
    }

    /** Removes what was pushed out and that none of the open rounds is based on. */
    void removePushedOut(Collection<Round> open) {
        for (long id : List.copyOf(pushedOut)) {
            if (open.stream().noneMatch(round -> round.baseId() == id)) {
                pushedOut.remove(id);
                effects.accept(new RoundEffect.DeleteCheckpoint(id));
            }
        }
    }

    void givenUp(long checkpointId) {
        effects.accept(new RoundEffect.DeleteUnpublished(checkpointId));
        leftovers.addLast(checkpointId);
        if (leftovers.size() > RoundHistory.KEPT) {
            leftovers.removeFirst();
        }
    }
}
