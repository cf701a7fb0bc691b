package dev.weir.operators.sink;

import dev.weir.snapshot.codec.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one subtask took between two barriers, as batches, from the later barrier until all are written. How far writing has
 * come is known to one thread at a time: the one that writes.
 */
final class HeldRound implements Committable<HeldRound> {

    /** Whether a batch may have been written although nobody knows. */
    enum Past {
        /** This attempt took the records. */
        NONE,
        /** An earlier attempt did. */
        RESTORED
    }

    private final Prepared<HeldRound> prepared;
    private final Schema schema;
    private final List<HeldBatch> batches;
    private final @Nullable SpillFile spill;
    private final Past past;
    private int written;
    private boolean isTried;

    /**
     * A round.
     *
     * @param id its number is that of the first batch; the others follow
     * @param schema what the batches' bytes mean
     * @param spill holds the batches that are spilled, held by this round; null where none is
     */
    HeldRound(
            TransactionId id,
            long checkpointId,
            Schema schema,
            List<HeldBatch> batches,
            @Nullable SpillFile spill,
            Past past) {
        this.prepared = new Prepared<>(id, checkpointId, this);
        this.schema = schema;
        this.batches = List.copyOf(batches);
        this.spill = spill;
        this.past = past;
    }

    @Override
    public TransactionId id() {
        return prepared.id();
    }

    @Override
    public Prepared<HeldRound> prepared() {
        return prepared;
    }

    long checkpointId() {
        return prepared.checkpointId();
    }

    Schema schema() {
        return schema;
    }

    List<HeldBatch> batches() {
        return batches;
    }

    long lengthBytes() {
        return batches.stream().mapToLong(HeldBatch::lengthBytes).sum();
    }

    long memoryBytes() {
        return batches.stream().mapToLong(HeldBatch::memoryBytes).sum();
    }

    /** Keeps what is spilled readable until {@link #unpin}; called before {@link #release}. */
    void pin() {
        if (spill != null) {
            spill.hold();
        }
    }

    void unpin() {
        if (spill != null) {
            spill.release();
        }
    }

    @Override
    public void onConfirmed() {
        release();
    }

    /** Nobody needs the batches any more but those who pinned them. Called once. */
    void release() {
        unpin();
    }

    boolean isWritten() {
        return written == batches.size();
    }

    /** The first batch that isn't written. */
    HeldBatch next() {
        return batches.get(written);
    }

    BatchToken nextToken() {
        TransactionId id = id();
        return new BatchToken(id.lineage(), id.sinkUid(), id.subtask(), id.attempt(), id.number() + written);
    }

    /** Whether the next batch may be there already. */
    boolean isNextInDoubt() {
        return past == Past.RESTORED || isTried;
    }

    /** The next batch is about to be written. */
    void onTry() {
        isTried = true;
    }

    /** The next batch is there. */
    void onWritten() {
        written++;
        isTried = false;
    }
}
