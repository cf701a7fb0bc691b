package dev.weir.samples.peers.weir.soak;

import dev.weir.engine.source.StateCodec;
import dev.weir.operators.sink.CommitRetries;
import dev.weir.operators.sink.Leftovers;
import dev.weir.operators.sink.Prepared;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.TransactionCommitter;
import dev.weir.operators.sink.TransactionId;
import dev.weir.operators.sink.TransactionLostException;
import dev.weir.operators.sink.TransactionWriter;
import dev.weir.operators.sink.TwoPhaseCommitSink;
import dev.weir.samples.peers.weir.Event;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Writes the running sums into the {@link Ledger}, in transactions; a token is the number of records. */
final class LedgerSink implements TwoPhaseCommitSink<Event, Integer> {

    private final Ledger ledger;
    private final Faults faults;

    LedgerSink(Ledger ledger, Faults faults) {
        this.ledger = ledger;
        this.faults = faults;
    }

    @Override
    public TransactionWriter<Event, Integer> createWriter(SinkContext context) {
        faults.point(FaultPhase.SINK_OPEN).pass();
        return new Writer();
    }

    @Override
    public TransactionCommitter<Integer> createCommitter(SinkContext context) {
        faults.point(FaultPhase.COMMITTER_OPEN).pass();
        return new Committer();
    }

    /**
     * At once: a commit that is refused does not stop those after it, and the ledger is asked for the order of all rows, so
     * the next round must not come first.
     */
    @Override
    public CommitRetries commitRetries() {
        return new CommitRetries(Duration.ZERO, Duration.ofSeconds(1), 20);
    }

    @Override
    public StateCodec<Integer> tokenCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(Integer records) {
                faults.point(FaultPhase.TOKEN_ENCODE).pass();
                return ByteBuffer.allocate(Integer.BYTES).putInt(records).array();
            }

            @Override
            public Integer decode(byte[] bytes) throws IOException {
                if (bytes.length != Integer.BYTES) {
                    throw new IOException("a token is " + Integer.BYTES + " bytes: got " + bytes.length);
                }
                return ByteBuffer.wrap(bytes).getInt();
            }
        };
    }

    private final class Writer implements TransactionWriter<Event, Integer> {

        private final Faults.Point write = faults.point(FaultPhase.SINK_WRITE);
        private @Nullable TransactionId id;
        private Ledger.Entries entries = new Ledger.Entries();

        @Override
        public void begin(TransactionId transaction) {
            faults.point(FaultPhase.SINK_BEGIN).pass();
            id = transaction;
            entries = ledger.begin(transaction);
        }

        @Override
        public void write(Event event, long timestamp) {
            write.pass();
            entries.add(event.key(), event.value());
        }

        @Override
        public CompletionStage<Integer> prepare(long checkpointId) {
            faults.point(FaultPhase.SINK_PREPARE).pass();
            TransactionId closing = id;
            if (closing == null) {
                throw new IllegalStateException("only an open transaction is prepared: checkpoint " + checkpointId);
            }
            id = null;
            return CompletableFuture.supplyAsync(() -> {
                faults.point(FaultPhase.SINK_FLUSH).pass();
                return ledger.prepare(closing);
            });
        }

        @Override
        public void close() {
            faults.point(FaultPhase.SINK_CLOSE).pass();
            if (id != null) {
                ledger.abort(id);
            }
        }
    }

    private final class Committer implements TransactionCommitter<Integer> {

        @Override
        public void commit(Prepared<Integer> prepared) throws TransactionLostException {
            if (faults.point(FaultPhase.COMMIT_REFUSED).strikes()) {
                ledger.refuseUntil(prepared.id());
                throw new InjectedFault(FaultPhase.COMMIT_REFUSED);
            }
            ledger.commit(prepared);
            faults.point(FaultPhase.COMMIT_UNCONFIRMED).pass();
        }

        @Override
        public void abortLeftovers(Leftovers leftovers) {
            faults.point(FaultPhase.SWEEP).pass();
            ledger.sweep(leftovers);
        }

        @Override
        public void close() {
            faults.point(FaultPhase.COMMITTER_CLOSE).pass();
        }
    }
}
