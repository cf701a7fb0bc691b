package dev.weir.operators.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A transaction from its preparation to its confirmed commit. Both stages are done before a checkpoint that holds it can
 * complete. Immutable but for its stages; equal only to itself.
 */
final class PendingTransaction<TXN> implements Committable<TXN> {

    private final TransactionId id;
    private final CompletableFuture<Prepared<TXN>> prepared;
    private final CompletableFuture<byte[]> encoded;

    private PendingTransaction(
            TransactionId id, CompletableFuture<Prepared<TXN>> prepared, CompletableFuture<byte[]> encoded) {
        this.id = id;
        this.prepared = prepared;
        this.encoded = encoded;
    }

    static <TXN> PendingTransaction<TXN> restored(Prepared<TXN> prepared, byte[] encoded) {
        return new PendingTransaction<>(
                prepared.id(), CompletableFuture.completedFuture(prepared), CompletableFuture.completedFuture(encoded));
    }

    static <TXN> PendingTransaction<TXN> preparing(
            TransactionId id, long checkpointId, CompletionStage<TXN> token, PreparedCodec<TXN> codec) {
        CompletableFuture<Prepared<TXN>> prepared =
                token.thenApply(done -> prepared(id, checkpointId, done)).toCompletableFuture();
        return new PendingTransaction<>(id, prepared, prepared.thenApply(done -> encode(codec, done)));
    }

    @Override
    public TransactionId id() {
        return id;
    }

    /** What is to be committed; a failed preparation throws. */
    @Override
    public Prepared<TXN> prepared() {
        return prepared.join();
    }

    /** The stored forms of all of them, in order, as soon as all are prepared. */
    static <TXN> CompletionStage<List<byte[]>> encoded(List<PendingTransaction<TXN>> transactions) {
        CompletableFuture<?>[] all =
                transactions.stream().map(transaction -> transaction.encoded).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all)
                .thenApply(done -> transactions.stream()
                        .map(transaction -> transaction.encoded.join())
                        .toList());
    }

    private static <TXN> Prepared<TXN> prepared(TransactionId id, long checkpointId, TXN token) {
        if (token == null) {
            throw new NullPointerException("a prepared transaction has a token: prepare gave null for " + id);
        }
        return new Prepared<>(id, checkpointId, token);
    }

    private static <TXN> byte[] encode(PreparedCodec<TXN> codec, Prepared<TXN> prepared) {
        try {
            return codec.encode(prepared);
        } catch (IOException failure) {
            throw new UncheckedIOException("the token of transaction " + prepared.id() + " can't be encoded", failure);
        }
    }
}
