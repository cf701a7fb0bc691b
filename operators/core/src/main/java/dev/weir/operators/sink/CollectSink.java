package dev.weir.operators.sink;

import dev.weir.engine.source.StateCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Collects records into a {@link CollectedResults}; tokens are the number of records. */
public final class CollectSink<T> implements TwoPhaseCommitSink<T, Integer> {

    private final CollectedResults<T> results;

    public CollectSink(CollectedResults<T> results) {
        this.results = results;
    }

    @Override
    public TransactionWriter<T, Integer> createWriter(SinkContext context) {
        return new Writer(context);
    }

    @Override
    public TransactionCommitter<Integer> createCommitter(SinkContext context) {
        return new TransactionCommitter<>() {
            @Override
            public void commit(Prepared<Integer> prepared) throws TransactionLostException {
                results.commit(prepared);
            }

            @Override
            public void abortLeftovers(Leftovers leftovers) {
                results.abort(leftovers);
            }
        };
    }

    @Override
    public StateCodec<Integer> tokenCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(Integer records) {
                return ByteBuffer.allocate(Integer.BYTES).putInt(records).array();
            }

            @Override
            public Integer decode(byte[] bytes) {
                return ByteBuffer.wrap(bytes).getInt();
            }
        };
    }

    private final class Writer implements TransactionWriter<T, Integer> {

        private final SinkContext context;
        private List<T> records = new ArrayList<>();
        private @Nullable TransactionId id;

        Writer(SinkContext context) {
            this.context = context;
        }

        @Override
        public void begin(TransactionId transaction) {
            id = transaction;
        }

        @Override
        public void write(T record, long timestamp) {
            records.add(context.copyIfMutable(record));
        }

        @Override
        public CompletionStage<Integer> prepare(long checkpointId) {
            if (id == null) {
                throw new IllegalStateException("only an open transaction is prepared: checkpoint " + checkpointId);
            }
            List<T> closed = records;
            records = new ArrayList<>();
            results.prepare(id, closed);
            id = null;
            return CompletableFuture.completedFuture(closed.size());
        }

        @Override
        public void close() {
            records = new ArrayList<>();
        }
    }
}
