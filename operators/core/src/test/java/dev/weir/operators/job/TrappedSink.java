package dev.weir.operators.job;

import dev.weir.engine.source.StateCodec;
import dev.weir.operators.sink.CollectSink;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.operators.sink.Leftovers;
import dev.weir.operators.sink.Prepared;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.TransactionCommitter;
import dev.weir.operators.sink.TransactionId;
import dev.weir.operators.sink.TransactionWriter;
import dev.weir.operators.sink.TwoPhaseCommitSink;
import java.util.concurrent.CompletionStage;

/** Collects into {@link CollectedResults}, past the places of a {@link Crash}. */
final class TrappedSink<T> implements TwoPhaseCommitSink<T, Integer> {

    private final CollectSink<T> sink;
    private final Crash crash;

    TrappedSink(CollectedResults<T> results, Crash crash) {
        this.sink = new CollectSink<>(results);
        this.crash = crash;
    }

    @Override
    public StateCodec<Integer> tokenCodec() {
        return sink.tokenCodec();
    }

    @Override
    public TransactionWriter<T, Integer> createWriter(SinkContext context) throws Exception {
        crash.at(Crash.Phase.SINK_OPEN);
        TransactionWriter<T, Integer> writer = sink.createWriter(context);
        return new TransactionWriter<>() {
            @Override
            public void begin(TransactionId id) throws Exception {
                crash.at(Crash.Phase.BEGIN);
                writer.begin(id);
            }

            @Override
            public void write(T record, long timestamp) throws Exception {
                crash.at(Crash.Phase.WRITE);
                writer.write(record, timestamp);
            }

            @Override
            public CompletionStage<Integer> prepare(long checkpointId) throws Exception {
                CompletionStage<Integer> token = writer.prepare(checkpointId);
                crash.at(Crash.Phase.PREPARE);
                return token;
            }

            @Override
            public void close() throws Exception {
                writer.close();
            }
        };
    }

    @Override
    public TransactionCommitter<Integer> createCommitter(SinkContext context) {
        TransactionCommitter<Integer> committer = sink.createCommitter(context);
        return new TransactionCommitter<>() {
            @Override
            public void commit(Prepared<Integer> prepared) throws Exception {
                crash.at(Crash.Phase.BEFORE_COMMIT);
                committer.commit(prepared);
                crash.at(Crash.Phase.AFTER_COMMIT);
            }

            @Override
            public void abortLeftovers(Leftovers leftovers) throws Exception {
                crash.at(Crash.Phase.ABORT_LEFTOVERS);
                committer.abortLeftovers(leftovers);
            }
        };
    }
}
