package dev.weir.engine.checkpoint;

import dev.weir.engine.operator.SnapshotKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Which checkpoints are kept and which files go. Savepoints are none of them: they stay where they are.
 *
 * <p>Invariant: files are removed only of rounds that were given up, and of checkpoints that newer ones have pushed out.
 */
final class KeptCheckpoints {

    private final int most;
    private final Consumer<RoundEffect> effects;
    private final List<Long> retained;

    /** Given up since the last completed round: their writers may have been slower than the removal of their files. */
    private final Deque<Long> leftovers = new ArrayDeque<>();

    KeptCheckpoints(int most, List<Long> retained, Consumer<RoundEffect> effects) {
        this.most = most;
        this.effects = effects;
        this.retained = new ArrayList<>(retained);
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
        }
        while (retained.size() > most) {
            effects.accept(new RoundEffect.DeleteCheckpoint(retained.remove(0)));
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
