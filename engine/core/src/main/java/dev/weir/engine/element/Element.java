package dev.weir.engine.element;

import dev.weir.engine.operator.SnapshotKind;

/** What travels through a channel, in order. */
public sealed interface Element {

    /** Event time has reached {@code timestamp}; makes an idle channel active. */
    record Watermark(long timestamp) implements Element {}

    /** Nothing comes for a while: don't wait for this channel's watermark. */
    record Idle() implements Element {
        public static final Idle MARK = new Idle();
    }

    /** The channel is no longer idle, though its watermark has not moved yet. */
    record Active() implements Element {
        public static final Active MARK = new Active();
    }

    /**
     * Divides what is in checkpoint {@code checkpointId} from what is not.
     *
     * @param timestampMillis wall-clock time of the trigger
     * @param passing whether it has gone past elements that were sent before it
     * @param baseId the completed checkpoint whose files the snapshot may refer to; 0 for none
     */
    record Barrier(long checkpointId, long timestampMillis, SnapshotKind kind, Passing passing, long baseId)
            implements Element {

        /** The barrier of a checkpoint that refers to no other, in its place. */
        public Barrier(long checkpointId, long timestampMillis) {
            this(checkpointId, timestampMillis, SnapshotKind.CHECKPOINT, Passing.IN_ORDER);
        }

        /** The barrier of a snapshot that refers to no other. */
        public Barrier(long checkpointId, long timestampMillis, SnapshotKind kind, Passing passing) {
            this(checkpointId, timestampMillis, kind, passing, 0);
        }

        /** The same barrier ahead of what was sent before it. */
        public Barrier overtaking() {
            return new Barrier(checkpointId, timestampMillis, kind, Passing.OVERTAKING, baseId);
        }

        /** The same barrier in its place. */
        public Barrier inOrder() {
            return new Barrier(checkpointId, timestampMillis, kind, Passing.IN_ORDER, baseId);
        }
    }

    /** How a barrier travels. */
    enum Passing {
        IN_ORDER,
        /** It has left elements behind that were sent before it; they are part of the checkpoint as such. */
        OVERTAKING
    }

    /** The data has ended. Barriers still pass. */
    record EndOfInput() implements Element {
        public static final EndOfInput MARK = new EndOfInput();
    }

    /** Records; the only element that needs credit. */
    record Data(RecordBatch batch, long number) implements Element {}
}
