package dev.weir.samples.peers.loop;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue between one producer thread and one consumer thread. Invariant: a slot is written by the producer
 * only when null and emptied by the consumer only when full, so the slot itself is the hand-over.
 */
final class Ring {

    private static final int SLOT_COUNT = 64;

    private final AtomicReferenceArray<@Nullable Batch> slots = new AtomicReferenceArray<>(SLOT_COUNT);
    private int head;
    private int tail;

    /** Puts a batch in, or answers false when the ring is full. Producer only. */
    boolean offer(Batch batch) {
        if (slots.getAcquire(tail) != null) {
            return false;
        }
        slots.setRelease(tail, batch);
        tail = (tail + 1) % SLOT_COUNT;
        return true;
    }

    /** Takes the oldest batch, or null when the ring is empty. Consumer only. */
    @Nullable
    Batch poll() {
        Batch batch = slots.getAcquire(head);
        if (batch != null) {
            slots.setRelease(head, null);
            head = (head + 1) % SLOT_COUNT;
        }
        return batch;
    }
}
