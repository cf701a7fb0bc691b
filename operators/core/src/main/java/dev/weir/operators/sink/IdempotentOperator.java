package dev.weir.operators.sink;

import dev.weir.engine.operator.LastingFailure;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.engine.operator.SnapshotContext;
import dev.weir.operators.function.KeySelector;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.keygroup.KeyGroups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an {@link IdempotentSink} in a subtask. Keys are spread over as many lanes as there may be requests; each lane writes
 * one batch at a time. A lane that is idle writes at once; one that is busy gathers the next batch; when that is full too,
 * the sink isn't ready. A snapshot is acknowledged when all that came before it is written.
 */
public final class IdempotentOperator<T> extends SingleInputOperator<T, Object> {

    static final String STATE = "flushed";

    private static final Logger LOG = LoggerFactory.getLogger(IdempotentOperator.class);

    private final IdempotentSink<T> sink;
    private final KeySelector<? super T, ?> selector;
    private final List<UpsertLane<T>> lanes = new ArrayList<>();
    private @Nullable OperatorContext context;
    private @Nullable Lease<IdempotentTarget<? super T>> target;
    private int fullLanes;

    public IdempotentOperator(IdempotentSink<T> sink) {
        this.sink = sink;
        this.selector = sink.key();
        for (int i = 0; i < sink.requests(); i++) {
            lanes.add(new UpsertLane<>(sink.batchRecords()));
        }
    }

    @Override
    public void open(OperatorContext operatorContext, Output<Object> output) throws Exception {
        context = operatorContext;
        IdempotentTarget<? super T> opened = sink.target();
        target = new Lease<>(opened, opened::close);
        opened.open(SinkContext.of(operatorContext));
    }

    @Override
    public boolean isReady() {
        return fullLanes == 0;
    }

    @Override
    public void process(T record, long timestamp) throws Exception {
        if (target == null) {
            throw notOpen();
        }
        Object key = selector.getKey(record);
        if (key == null) {
            throw new NullPointerException("an idempotent sink replaces by key, and a key is never null: sink '"
                    + context().uid() + "'");
        }
        UpsertLane<T> lane = lanes.get(KeyGroups.murmur(key.hashCode()) % lanes.size());
        boolean wasFull = lane.isFull();
        lane.put(key, context().copyIfMutable(record));
        proceed(lane);
        if (!wasFull && lane.isFull()) {
            fullLanes++;
        }
    }

    private void proceed(UpsertLane<T> lane) {
        List<T> batch = lane.start();
        if (!batch.isEmpty()) {
            write(lane, batch, 0);
        }
    }

    private void write(UpsertLane<T> lane, List<T> batch, int failedTries) {
        Lease<IdempotentTarget<? super T>> lease = target;
        if (lease == null) {
            throw notOpen();
        }
        Callable<Boolean> work = lease.work(Boolean.FALSE, open -> upsert(open, batch));
        context().callAsyncAfter(sink.retries().delay(failedTries), work, (done, failure) -> {
            if (failure == null) {
                onWritten(lane);
            } else {
                write(lane, batch, onFailed(batch, failedTries + 1, failure));
            }
        });
    }

    @SuppressWarnings("unchecked") // a list that is only read takes any element its class allows
    private static <T> boolean upsert(IdempotentTarget<? super T> target, List<T> batch) throws Exception {
        ((IdempotentTarget<T>) target).upsert(batch);
        return true;
    }

    private void onWritten(UpsertLane<T> lane) {
        if (lane.isFull()) {
            fullLanes--;
        }
        lane.onWritten();
        proceed(lane);
    }

    /** @return how often the batch has failed, if it is to be tried again */
    private int onFailed(List<T> batch, int failedTries, Throwable failure) {
        boolean isLasting = !(failure instanceof Exception)
                || failure instanceof InterruptedException
                || failure instanceof LastingFailure;
        if (isLasting || failedTries >= sink.retries().tries()) {
            throw new IllegalStateException(
                    "a write is tried " + sink.retries().tries() + " times unless its failure lasts: sink '"
                            + context().uid() + "', " + batch.size() + " records, failed " + failedTries + " times: "
                            + failure + "; the attempt is restarted, and its records come again",
                    failure);
        }
        Duration delay = sink.retries().delay(failedTries);
        LOG.warn(
                "{} records of sink '{}' could not be written, they are tried again in {} ms: {}",
                batch.size(),
                context().uid(),
                delay.toMillis(),
                failure.toString());
        return failedTries;
    }

    @Override
    public void snapshot(SnapshotContext snapshot) {
        CompletableFuture<?>[] flushes =
                lanes.stream().map(lane -> lane.flushed().toCompletableFuture()).toArray(CompletableFuture<?>[]::new);
        CompletableFuture<Void> all = CompletableFuture.allOf(flushes);
        if (!all.isDone()) {
            snapshot.putLater(STATE, Redistribution.SPLIT, all.thenApply(done -> List.of()));
        }
    }

    @Override
    public void close() throws Exception {
        Lease<IdempotentTarget<? super T>> closing = target;
        target = null;
        if (closing != null) {
            closing.release();
        }
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
