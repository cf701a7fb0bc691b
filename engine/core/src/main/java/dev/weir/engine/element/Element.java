package dev.weir.engine.element;

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

    /** Divides what is in checkpoint {@code checkpointId} from what is not. */
    record Barrier(long checkpointId, long timestampMillis) implements Element {}

    /** The data has ended. Barriers still pass. */
    record EndOfInput() implements Element {
        public static final EndOfInput MARK = new EndOfInput();
    }

    /** Records; the only element that needs credit. */
    record Data(RecordBatch batch, long number) implements Element {}
}
