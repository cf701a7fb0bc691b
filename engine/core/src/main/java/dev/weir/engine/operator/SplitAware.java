package dev.weir.engine.operator;

import org.jspecify.annotations.Nullable;

/**
 * An operator that keeps something for each split of its source, as how far event time has come. It is told of splits
 * where the source is the head of its chain, only operators without state stand between, and the reader says which
 * split it reads; else none of these methods is called. By the subtask's thread, after {@code open}, between records.
 */
public interface SplitAware {

    /** Splits will be told; comes once and first, before any record. */
    void onSplitsFollow();

    /**
     * The reader was given a split, and has not begun to read it.
     *
     * @param restored what {@link SplitPart#snapshot} gave in the restored checkpoint; null where it gave nothing
     */
    SplitPart onSplitAdded(byte @Nullable [] restored);

    /** There is no split for the reader at present; holds until it is given one. */
    void onNoSplitAtPresent();

    /** What the operator keeps for one split. */
    interface SplitPart {

        /** The reader has begun to read it, perhaps beside others: from now on its silence means that nothing comes. */
        void onOpened();

        /** Records from now on are of this split, until another is entered. */
        void onEntered();

        /** It is read to its end, or was given away. */
        void onFinished();

        /** The state that goes with the split, wherever it is read next; not changed afterwards. */
        byte[] snapshot();
    }
}
