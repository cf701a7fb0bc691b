package dev.weir.operators.sink;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is written next of the keys that share a lane. Invariants: one batch is under way at a time, so that a key's
 * records are written in order; what comes meanwhile fills the next one; a batch has a key once, with its newest record.
 * Plain: no clock, no threads.
 */
final class UpsertLane<T> {

    /** Records that are written together. */
    private static final class Batch<T> {
        final Map<Object, T> records = new LinkedHashMap<>();
        final CompletableFuture<Boolean> written = new CompletableFuture<>();
    }

    private final int batchRecords;
    private Batch<T> filling = new Batch<>();
    private @Nullable Batch<T> underWay;

    UpsertLane(int batchRecords) {
        this.batchRecords = batchRecords;
    }

    void put(Object key, T record) {
        filling.records.put(key, record);
    }

    /** Whether the next batch has all it may have. */
    boolean isFull() {
        return filling.records.size() >= batchRecords;
    }

    /** Starts the next batch. @return its records; empty where there are none or a batch is under way */
    List<T> start() {
        if (underWay != null || filling.records.isEmpty()) {
            return List.of();
        }
        Batch<T> started = filling;
        underWay = started;
        filling = new Batch<>();
        return List.copyOf(started.records.values());
    }

    /** The batch under way is written. */
    void onWritten() {
        Batch<T> done = underWay;
        if (done == null) {
            throw new IllegalStateException("a batch is written once: none is under way");
        }
        underWay = null;
        done.written.complete(true);
    }

    /** Ends when all that was put is written, or replaced by something newer that is. */
    CompletionStage<Boolean> flushed() {
        if (!filling.records.isEmpty()) {
            return filling.written;
        }
        return underWay == null ? CompletableFuture.completedFuture(true) : underWay.written;
    }
}
