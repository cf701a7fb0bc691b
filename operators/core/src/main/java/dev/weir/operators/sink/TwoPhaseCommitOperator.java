package dev.weir.operators.sink;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link TwoPhaseCommitSink} in a subtask.
 *
 * <p>Prepared transactions are restored to the subtask that answers for the one that opened them (its index modulo the
 * parallelism), which is also the one that sweeps its leftovers: so nobody sweeps what another is about to commit. No
 * record is taken, and no snapshot is acknowledged, before the restored ones are committed: so nothing newer is committed
 * before them, in whichever subtask a key's records are now. A transaction is opened by its first record, so an empty round,
 * or a sink whose input has ended, has none. What a writer keeps open across a checkpoint is in that checkpoint's state as
 * a transaction of its own, which is not in the log of those to commit: only a restore makes it one.
 */
public final class TwoPhaseCommitOperator<T, TXN> extends SingleInputOperator<T, Object> {

    static final String STATE = "prepared-transactions";

    private final TwoPhaseCommitSink<T, TXN> sink;
    private final PreparedCodec<TXN> codec;
    private final CommitRetries retries;
    private final CommitLog<PendingTransaction<TXN>> log = new CommitLog<>(CommitLog.Order.EACH_ALONE);
    private TransactionWriter<T, TXN> writer = new ClosedWriter<>();
    private @Nullable OperatorContext context;
    private @Nullable CommitLane<TXN, PendingTransaction<TXN>> lane;
    private @Nullable TransactionId current;
    private long nextNumber;

    public TwoPhaseCommitOperator(TwoPhaseCommitSink<T, TXN> sink) {
        this(sink, sink.commitRetries());
    }

    TwoPhaseCommitOperator(TwoPhaseCommitSink<T, TXN> sink, CommitRetries retries) {
        this.sink = sink;
        this.codec = new PreparedCodec<>(sink.tokenCodec());
        this.retries = retries;
    }

    @Override
    public void open(OperatorContext operatorContext, Output<Object> output) throws Exception {
        context = operatorContext;
        SinkContext sinkContext = SinkContext.of(operatorContext);
        Lease<TransactionCommitter<TXN>> committer = Lease.of(sink.createCommitter(sinkContext));
        CommitLane<TXN, PendingTransaction<TXN>> opened = new CommitLane<>(operatorContext, committer, log, retries);
        lane = opened;
        writer = sink.createWriter(sinkContext);
        opened.start(ownOf(operatorContext));
    }

    @Override
    public boolean isReady() {
        return lane != null && !lane.isRestoring() && writer.isReady();
    }

    @Override
    public void process(T record, long timestamp) throws Exception {
        if (current == null) {
            begin();
        }
        writer.write(record, timestamp);
    }

    @Override
    public boolean finish() throws Exception {
        writer.endOfInput();
        return true;
    }

    /** The end of the input closes what is open; that may happen again. */
    @Override
    public boolean hasFinishHook() {
        return false;
    }

    @Override
    public void snapshot(SnapshotContext snapshot) throws Exception {
        long checkpointId = snapshot.checkpointId();
        if (snapshot.kind().isSavepoint()) {
            writer.beforeSavepoint();
        }
        prepare(checkpointId);
        List<PendingTransaction<TXN>> held = log.held();
        carryOver(snapshot).ifPresent(held::add);
        if (!held.isEmpty() && lane != null) {
            CompletionStage<List<byte[]>> encoded = PendingTransaction.encoded(held);
            snapshot.putLater(
                    STATE, Redistribution.UNION, lane.restoredCommits().thenCombine(encoded, (done, bytes) -> bytes));
        }
    }

    private void prepare(long checkpointId) throws Exception {
        if (current == null && writer.hasLeftOver()) {
            begin();
        }
        TransactionId closing = current;
        if (closing != null) {
            current = null;
            CompletionStage<TXN> token = writer.prepare(checkpointId);
            log.prepared(checkpointId, PendingTransaction.preparing(closing, checkpointId, token, codec));
        }
    }

    private Optional<PendingTransaction<TXN>> carryOver(SnapshotContext snapshot) throws Exception {
        long checkpointId = snapshot.checkpointId();
        Optional<CompletionStage<TXN>> open = writer.carryOver(checkpointId);
        if (open.isPresent() && snapshot.kind().isSavepoint()) {
            throw new IllegalStateException("a sink keeps nothing open across a savepoint: sink '" + nextId().sinkUid()
                    + "', savepoint " + checkpointId + "; let the writer close it after beforeSavepoint()");
        }
        return open.map(token -> PendingTransaction.preparing(nextId(), checkpointId, token, codec));
    }

    @Override
    public void onCheckpointComplete(long checkpointId) {
        if (lane != null) {
            lane.onCheckpointComplete(checkpointId);
        }
    }

    @Override
    public boolean hasPendingCommits() {
        return log.hasDue() || (lane != null && lane.isSweeping());
    }

    @Override
    public void close() throws Exception {
        TransactionWriter<T, TXN> closing = writer;
        CommitLane<TXN, PendingTransaction<TXN>> closingLane = lane;
        writer = new ClosedWriter<>();
        lane = null;
        AutoCloseable committing = closingLane == null ? () -> {} : closingLane::close;
        try {
            closing.close();
        } catch (Throwable failure) {
            try {
                committing.close();
            } catch (Throwable another) {
                failure.addSuppressed(another);
            }
            throw failure;
        }
        committing.close();
    }

    private void begin() throws Exception {
        TransactionId id = nextId();
        writer.begin(id);
        current = id;
    }

    private TransactionId nextId() {
        if (context == null) {
            throw new IllegalStateException("a sink takes records between open and close: it is not open");
        }
        return new TransactionId(
                context.lineage(), context.uid(), context.subtaskIndex(), context.attempt(), nextNumber++);
    }

    /** The restored transactions this subtask answers for, in the order they were prepared. */
    private List<PendingTransaction<TXN>> ownOf(OperatorContext from) throws IOException {
        List<PendingTransaction<TXN>> own = new ArrayList<>();
        for (byte[] bytes : from.restoredState(STATE)) {
            Prepared<TXN> prepared = codec.decode(bytes);
            if (prepared.id().subtask() % from.parallelism() == from.subtaskIndex()) {
                own.add(PendingTransaction.restored(prepared, bytes));
            }
        }
        own.sort(Comparator.comparingLong(
                        (PendingTransaction<TXN> pending) -> pending.prepared().checkpointId())
                .thenComparingInt(pending -> pending.id().subtask()));
        return own;
    }
}
