package dev.weir.operators.sink;

import java.util.concurrent.CompletionStage;

/** Stands where a sink's writer is while the sink is open. */
final class ClosedWriter<T, TXN> implements TransactionWriter<T, TXN> {

    @Override
    public void begin(TransactionId id) {
        throw notOpen();
    }

    @Override
    public void write(T record, long timestamp) {
        throw notOpen();
    }

    @Override
    public CompletionStage<TXN> prepare(long checkpointId) {
        throw notOpen();
    }

    @Override
    public void close() {}

    private static IllegalStateException notOpen() {
        return new IllegalStateException("a sink takes records between open and close: it is not open");
    }
}
