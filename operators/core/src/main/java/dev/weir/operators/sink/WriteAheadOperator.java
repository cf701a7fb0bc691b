package dev.weir.operators.sink;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.operators.sink.RoundBuffer.Earlier;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.ValueReader;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.restore.RestoreRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link WriteAheadSink} in a subtask. The records between two barriers are a round; rounds are committed, that is
 * written, as the transactions of a two-phase commit are, but strictly in order. What a subtask holds is one element of its
 * state, so each round has one owner after any restore. No record is taken, and no snapshot is acknowledged, before the
 * restored rounds are written: so nothing newer is written before them, in whichever subtask a key's records are now.
 */
public final class WriteAheadOperator<T> extends SingleInputOperator<T, Object> {

    static final String STATE = "held-rounds";

    private final WriteAheadSink<T> sink;
    private final CommitLog<HeldRound> log = new CommitLog<>(CommitLog.Order.IN_ORDER);
    private @Nullable OperatorContext context;
    private @Nullable CommitLane<HeldRound, HeldRound> lane;
    private @Nullable RoundBuffer<T> buffer;
    private long nextNumber;

    public WriteAheadOperator(WriteAheadSink<T> sink) {
        this.sink = sink;
    }

    @Override
    public void open(OperatorContext operatorContext, Output<Object> output) throws Exception {
        context = operatorContext;
        ClassLoader loader = loaderOf(sink);
        WriteAheadTarget<? super T> target = sink.target();
        Lease<TransactionCommitter<HeldRound>> committer = Lease.of(new BatchWriter<>(target, sink.type(), loader));
        CommitLane<HeldRound, HeldRound> opened = new CommitLane<>(
                operatorContext, committer, log, sink.settings().retries());
        lane = opened;
        target.open(SinkContext.of(operatorContext));
        Codecs codecs = new Codecs(loader);
        buffer = new RoundBuffer<>(sink.settings(), sink.type(), codecs);
        opened.start(restored(operatorContext, codecs));
    }

    private static ClassLoader loaderOf(WriteAheadSink<?> sink) {
        ClassLoader ofTarget = sink.target().getClass().getClassLoader();
        return ofTarget == null ? ClassLoader.getSystemClassLoader() : ofTarget;
    }

    private List<HeldRound> restored(OperatorContext from, Codecs codecs) throws IOException {
        List<HeldRound> rounds = new ArrayList<>();
        for (byte[] element : from.restoredState(STATE)) {
            rounds.addAll(HeldRoundsCodec.decode(element));
        }
        for (HeldRound round : rounds) {
            requireReadable(from, round, codecs);
        }
        return rounds;
    }

    /** Reads it once, so that what can't be read is refused before the job starts. */
    private void requireReadable(OperatorContext from, HeldRound round, Codecs codecs) throws IOException {
        try {
            ValueReader<T> reader = codecs.reader(sink.type(), round.schema());
            for (HeldBatch batch : round.batches()) {
                BatchWriter.read(batch, reader, unused -> {});
            }
        } catch (CodecException e) {
            throw new RestoreRefusedException(
                    "what a write-ahead sink holds must be readable as its type is now: sink '" + from.uid()
                            + "', type " + sink.type() + ", batches of checkpoint " + round.checkpointId() + ": "
                            + e.getMessage());
        }
    }

    @Override
    public boolean isReady() {
        return lane != null && !lane.isRestoring();
    }

    @Override
    public void process(T record, long timestamp) throws Exception {
        RoundBuffer<T> open = open();
        open.add(record);
        if (open.heldBytes() > sink.settings().mostBytes()) {
            requireRoom(open);
        }
    }

    private void requireRoom(RoundBuffer<T> open) {
        noteEarlier(open);
        if (open.heldBytes() > sink.settings().mostBytes()) {
            throw new IllegalStateException(
                    "what a write-ahead sink holds until it is written must not exceed its limit: held="
                            + open.heldBytes() + " bytes in " + (log.held().size() + 1) + " rounds, mostBytes="
                            + sink.settings().mostBytes()
                            + "; take checkpoints more often, see why the target is slow, or raise the limit with"
                            + " withMemory");
        }
    }

    private void noteEarlier(RoundBuffer<T> open) {
        List<HeldRound> held = log.held();
        open.onEarlier(new Earlier(
                held.stream().mapToLong(HeldRound::memoryBytes).sum(),
                held.stream().mapToLong(HeldRound::lengthBytes).sum()));
    }

    @Override
    public void snapshot(SnapshotContext snapshot) throws Exception {
        RoundBuffer<T> open = open();
        if (!open.isEmpty()) {
            open.closeBatch();
            int batches = open.batches();
            log.prepared(snapshot.checkpointId(), open.close(nextId(), snapshot.checkpointId()));
            nextNumber += batches;
        }
        noteEarlier(open);
        List<HeldRound> held = log.held();
        if (!held.isEmpty() && lane != null) {
            snapshot.putLater(
                    STATE, Redistribution.SPLIT, lane.restoredCommits().thenCompose(done -> encode(held)));
        }
    }

    /** What is still held of these, as one element; on another thread, since it may read files. */
    private CompletionStage<List<byte[]>> encode(List<HeldRound> rounds) {
        List<HeldRound> held = new ArrayList<>(rounds);
        held.retainAll(log.held());
        if (held.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        CompletableFuture<List<byte[]>> encoded = new CompletableFuture<>();
        held.forEach(HeldRound::pin);
        context()
                .callAsync(
                        () -> {
                            try {
                                return HeldRoundsCodec.encode(held);
                            } finally {
                                held.forEach(HeldRound::unpin);
                            }
                        },
                        (bytes, failure) -> {
                            if (bytes == null) {
                                encoded.completeExceptionally(new IOException(
                                        "held records can't be put into a snapshot: " + failure, failure));
                            } else {
                                encoded.complete(List.of(bytes));
                            }
                        });
        return encoded;
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
        CommitLane<HeldRound, HeldRound> closing = lane;
        lane = null;
        if (buffer != null) {
            buffer.discard();
            buffer = null;
        }
        log.held().forEach(HeldRound::release);
        if (closing != null) {
            closing.close();
        }
    }

    private TransactionId nextId() {
        OperatorContext from = context();
        return new TransactionId(from.lineage(), from.uid(), from.subtaskIndex(), from.attempt(), nextNumber);
    }

    private RoundBuffer<T> open() {
        if (buffer == null) {
            throw notOpen();
        }
        return buffer;
    }

    private OperatorContext context() {
        if (context == null) {
            throw notOpen();
        }
        return context;
    }

    private static IllegalStateException notOpen() {
        return new IllegalStateException("a sink takes records between open and close: it is not open");
    }
}
