package dev.weir.engine.channel;

import dev.weir.engine.element.Element;
import dev.weir.engine.element.RecordBatch;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a channel: a queue, whether it is blocked by an alignment, the batch being read, and the credit
 * given. The queue is in the subtask's own hands, so that a barrier can be made to overtake it.
 */
public final class InboundChannel {

    /** Sees what waits, in order. */
    @FunctionalInterface
    public interface Waiting {
        /**
         * Sees the next element.
         *
         * @param from the first record of a batch that has not been read; 0 for other elements
         */
        void see(Element element, int from);
    }

    private final ArrayDeque<Element> queue = new ArrayDeque<>();
    private final int credits;
    private Element.@Nullable Data begun;
    private @Nullable RecordBatch reading;
    private long readingNumber;
    private int position;
    private long lastArrived;
    private long grantedUpTo;

    public InboundChannel(int credits) {
        this.credits = credits;
        this.grantedUpTo = credits;
    }

    /**
     * Queues an element that has arrived.
     *
     * @throws IllegalStateException where a data batch is missing or comes twice, or is beyond the credit
     */
    public void arrive(Element element) {
        if (element instanceof Element.Data data) {
            if (data.number() != lastArrived + 1) {
                throw new IllegalStateException("data batches arrive without gap: expected=" + (lastArrived + 1)
                        + ", arrived=" + data.number() + "; the attempt must be restarted");
            }
            if (data.number() > grantedUpTo) {
                throw new IllegalStateException("a sender stays within its credit: granted up to=" + grantedUpTo
                        + ", arrived=" + data.number() + "; the attempt must be restarted");
            }
            lastArrived = data.number();
        }
        if (element instanceof Element.Watermark && queue.peekLast() instanceof Element.Watermark) {
            // Neighbouring watermarks that wait say no more than the last.
            queue.removeLast();
        }
        queue.addLast(element);
    }

    /** Whether something can be taken or read on. */
    public boolean hasInput() {
        return reading != null || !queue.isEmpty();
    }

    /** Takes the next element. Only when no batch is being read. */
    public Element take() {
        return queue.removeFirst();
    }

    /** Starts reading a batch that was taken. */
    public void startReading(Element.Data data) {
        begun = data;
        reading = data.batch();
        readingNumber = data.number();
        position = 0;
    }

    public @Nullable RecordBatch reading() {
        return reading;
    }

    /** The next record of the batch being read. */
    public int position() {
        return position;
    }

    public void readUpTo(int newPosition) {
        position = newPosition;
    }

    /**
     * The batch being read is done.
     *
     * @return the new grant to tell the sender, or 0 while it has plenty
     */
    public long finishReading() {
        begun = null;
        reading = null;
        long wanted = readingNumber + credits;
        if (wanted - grantedUpTo < Math.max(1, credits / 2)) {
            return 0;
        }
        grantedUpTo = wanted;
        return wanted;
    }

    /** Shows what waits, the rest of a half-read batch first, up to the barrier of this checkpoint where it is there. */
    public void forEachBefore(long checkpointId, Waiting waiting) {
        if (begun != null) {
            waiting.see(begun, position);
        }
        for (Element element : queue) {
            if (isBarrierOf(element, checkpointId)) {
                return;
            }
            waiting.see(element, 0);
        }
    }

    /** The barrier that is the next to be taken; null where something else is, or nothing. */
    public Element.@Nullable Barrier nextBarrier() {
        return reading == null && queue.peekFirst() instanceof Element.Barrier barrier ? barrier : null;
    }

    /** Whether the barrier of this checkpoint waits in its place. */
    public boolean holdsBarrier(long checkpointId) {
        for (Element element : queue) {
            if (isBarrierOf(element, checkpointId)) {
                return true;
            }
        }
        return false;
    }

    /** Takes the barrier of this checkpoint out of its place. */
    public void removeBarrier(long checkpointId) {
        queue.removeIf(element -> isBarrierOf(element, checkpointId));
    }

    private static boolean isBarrierOf(Element element, long checkpointId) {
        return element instanceof Element.Barrier barrier && barrier.checkpointId() == checkpointId;
    }

    /** How many batches have arrived. */
    public long batchesArrived() {
        return lastArrived;
    }

    /** How many batches wait of which no record has been read. */
    public long queuedBatches() {
        return lastArrived - readingNumber;
    }

    /** How many elements wait. */
    public int queued() {
        return queue.size();
    }
}
