package dev.weir.operators.sink;

import dev.weir.operators.function.KeySelector;
import java.util.Objects;

/**
 * A sink for outside systems where writing a record twice is writing it once: the newest record of a key replaces the one
 * before. Records are written at once, in batches, and a checkpoint is complete only when all that came before it is
 * written.
 *
 * <pre>{@code
 * totals.sinkTo("totals", IdempotentSink.of(Total::user, new TotalsTable(url)));
 *
 * totals.sinkTo("totals", IdempotentSink.of(Total::user, new TotalsTable(url))
 *     .withBatchRecords(200)
 *     .withRequests(8));
 * }</pre>
 *
 * <p>What it promises: in the end each key has its last record, and the records of a key are written in the order they
 * came. Not each record is written: where several of a key wait, the last one is. After a failure the job goes back to its
 * last checkpoint and writes again what came after it: <em>readers may see values go back, and then the same ones again</em>.
 * That holds if the job gives the same results when it runs again, or at least if the last one of each key is right.
 *
 * <p>Immutable: each method that sets something gives a new sink.
 */
public final class IdempotentSink<T> {

    private static final int DEFAULT_BATCH_RECORDS = 500;
    private static final int DEFAULT_REQUESTS = 4;
    private static final int MOST_REQUESTS = 1_000;

    private final KeySelector<? super T, ?> key;
    private final IdempotentTarget<? super T> target;
    private final int batchRecords;
    private final int requests;
    private final CommitRetries retries;

    private IdempotentSink(
            KeySelector<? super T, ?> key,
            IdempotentTarget<? super T> target,
            int batchRecords,
            int requests,
            CommitRetries retries) {
        this.key = Objects.requireNonNull(key, "an idempotent sink has a key selector");
        this.target = Objects.requireNonNull(target, "an idempotent sink has a target");
        this.retries = Objects.requireNonNull(retries, "CommitRetries.DEFAULT is the default");
        if (batchRecords < 1) {
            throw new IllegalArgumentException("a batch has at least one record: batchRecords=" + batchRecords);
        }
        if (requests < 1 || requests > MOST_REQUESTS) {
            throw new IllegalArgumentException(
                    "requests under way must be in 1.." + MOST_REQUESTS + ": requests=" + requests);
        }
        this.batchRecords = batchRecords;
        this.requests = requests;
    }

    /**
     * A sink that upserts.
     *
     * @param key what a record replaces another by; equal keys are equal in Java
     */
    public static <T> IdempotentSink<T> of(KeySelector<? super T, ?> key, IdempotentTarget<? super T> target) {
        return new IdempotentSink<>(key, target, DEFAULT_BATCH_RECORDS, DEFAULT_REQUESTS, CommitRetries.DEFAULT);
    }

    /** How many records are written with one call at most; 500 by default. */
    public IdempotentSink<T> withBatchRecords(int records) {
        return new IdempotentSink<>(key, target, records, requests, retries);
    }

    /**
     * How many calls of a subtask are under way at most; 4 by default. While all are, as many batches fill up meanwhile;
     * then the sink takes nothing.
     */
    public IdempotentSink<T> withRequests(int underWay) {
        return new IdempotentSink<>(key, target, batchRecords, underWay, retries);
    }

    /** How writes that fail are repeated; {@link CommitRetries#DEFAULT} by default. */
    public IdempotentSink<T> withRetries(CommitRetries changed) {
        return new IdempotentSink<>(key, target, batchRecords, requests, changed);
    }

    KeySelector<? super T, ?> key() {
        return key;
    }

    IdempotentTarget<? super T> target() {
        return target;
    }

    int batchRecords() {
        return batchRecords;
    }

    int requests() {
        return requests;
    }

    CommitRetries retries() {
        return retries;
    }
}
