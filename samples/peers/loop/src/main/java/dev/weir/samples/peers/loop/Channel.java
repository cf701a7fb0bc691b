package dev.weir.samples.peers.loop;

/**
 * One direction between the two threads: full batches there, empty ones back. The end is announced after the last batch
 * was sent, so a receiver that sees the announcement and then an empty ring has seen everything.
 */
final class Channel {

    private final Ring full = new Ring();
    private final Ring empty = new Ring();
    private volatile boolean ended;

    /** An empty batch, a used one where there is one. Sender only. */
    Batch take() {
        Batch used = empty.poll();
        return used == null ? new Batch() : used;
    }

    /** Sends a batch, or answers false when the receiver is behind. Sender only. */
    boolean send(Batch batch) {
        return full.offer(batch);
    }

    /** Announces that nothing more will be sent. Sender only. */
    void end() {
        ended = true;
    }

    /** Hands over all batches that have arrived; answers whether more may come. Receiver only. */
    boolean drainTo(LoopWorker receiver) {
        boolean mayGetMore = !ended;
        for (Batch batch = full.poll(); batch != null; batch = full.poll()) {
            receiver.receive(batch);
            batch.clear();
            empty.offer(batch);
        }
        return mayGetMore;
    }
}
