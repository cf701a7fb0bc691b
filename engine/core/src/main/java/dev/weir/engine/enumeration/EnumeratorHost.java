package dev.weir.engine.enumeration;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Hosts the enumerator of one source in one attempt. Plain Java; one thread at a time.
 *
 * <p>Invariants: what is assigned after a snapshot leaves after the trigger that the snapshot belongs to, since both go
 * through one outbox; the enumerator is closed once if it was made; anything it throws comes out as an
 * {@link OperatorFailure} with the source's uid.
 */
public final class EnumeratorHost<S extends Split, E> {

    private record Call(
            AsyncHandler<Object> handler, @Nullable Duration again, Callable<?> work) {}

    /** A step into user code. */
    @FunctionalInterface
    private interface Step<R> {
        R run() throws Exception;
    }

    private final String uid;
    private final int chain;
    private final int parallelism;
    private final Source<?, S, E> source;
    private final byte @Nullable [] restored;
    private final Fence fence;
    private final EnumeratorOutbox outbox;
    private final Map<Long, Call> calls = new HashMap<>();
    private long lastToken;
    private @Nullable SplitEnumerator<S, E> enumerator;

    public EnumeratorHost(SourceAt at, Source<?, S, E> source, byte @Nullable [] restored, EnumeratorOutbox outbox) {
        this.uid = at.uid();
        this.chain = at.chain();
        this.parallelism = at.parallelism();
        this.fence = at.fence();
        this.source = source;
        this.restored = restored;
        this.outbox = outbox;
    }

    /** Where a source is in the plan. */
    public record SourceAt(String uid, int chain, int parallelism, Fence fence) {}

    public String uid() {
        return uid;
    }

    public boolean isChain(int id) {
        return chain == id;
    }

    /** Makes and starts the enumerator; all readers are there. */
    public void start() {
        guarded("start", () -> {
            E state = restored == null ? null : source.enumeratorCodec().decode(restored);
            SplitEnumerator<S, E> made = source.createEnumerator(new Context(), state);
            enumerator = made;
            made.start();
            for (int reader = 0; reader < parallelism; reader++) {
                made.onReader(reader);
            }
            return made;
        });
    }

    public void onSplitRequest(int reader) {
        SplitEnumerator<S, E> running = enumerator;
        if (running != null) {
            guarded("onSplitRequest", () -> {
                running.onSplitRequest(reader);
                return running;
            });
        }
    }

    /** The encoded state as of the trigger. */
    public byte[] snapshot(long checkpointId) {
        SplitEnumerator<S, E> running = enumerator;
        if (running == null) {
            throw new IllegalStateException("an enumerator is started before its first checkpoint: source=" + uid);
        }
        return guarded("snapshot", () -> source.enumeratorCodec().encode(running.snapshot(checkpointId)));
    }

    /**
     * Sends the trigger to all readers, behind what was assigned before and ahead of what is assigned later.
     *
     * @param baseId the completed checkpoint whose files the snapshots may refer to; 0 for none
     */
    public void trigger(long checkpointId, long timestampMillis, SnapshotKind kind, long baseId) {
        SubtaskOrder.Trigger trigger = new SubtaskOrder.Trigger(fence, checkpointId, timestampMillis, kind, baseId);
        for (int reader = 0; reader < parallelism; reader++) {
            outbox.order(new SubtaskId(chain, reader), trigger);
        }
    }

    public void onCheckpointComplete(long checkpointId) {
        SplitEnumerator<S, E> running = enumerator;
        if (running != null) {
            guarded("onCheckpointComplete", () -> {
                running.onCheckpointComplete(checkpointId);
                return running;
            });
        }
    }

    /** Takes the outcome of asynchronous work; of work that isn't waited for any more nothing comes. */
    public void onAsyncDone(long token, @Nullable Object result, @Nullable Throwable failure) {
        Call call = calls.remove(token);
        if (call == null || enumerator == null) {
            return;
        }
        guarded("a handler of asynchronous work", () -> {
            call.handler().onDone(result, failure);
            return token;
        });
        if (call.again() != null) {
            run(call, call.again());
        }
    }

    /** Closes the enumerator if there is one; repeating it does nothing. */
    public void close() {
        SplitEnumerator<S, E> running = enumerator;
        enumerator = null;
        calls.clear();
        if (running != null) {
            guarded("close", () -> {
                running.close();
                return running;
            });
        }
    }

    private void run(Call call, Duration delay) {
        long token = ++lastToken;
        calls.put(token, call);
        outbox.runAsync(uid, token, delay, call.work());
    }

    private <R> R guarded(String phase, Step<R> step) {
        try {
            return step.run();
        } catch (Throwable thrown) {
            throw new OperatorFailure(uid, "the enumerator's " + phase, null, thrown);
        }
    }

    private final class Context implements EnumeratorContext<S> {

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public void assign(int subtaskIndex, List<S> splits) {
            outbox.order(reader(subtaskIndex), new SubtaskOrder.AssignSplits(fence, List.copyOf(splits)));
        }

        @Override
        public void noMoreSplits(int subtaskIndex) {
            outbox.order(reader(subtaskIndex), new SubtaskOrder.NoMoreSplits(fence));
        }

        private SubtaskId reader(int index) {
            if (index < 0 || index >= parallelism) {
                throw new IllegalArgumentException("splits go to a reader of the source: reader=" + index
                        + ", readers=0.." + (parallelism - 1) + ", source=" + uid);
            }
            return new SubtaskId(chain, index);
        }

        @Override
        public <R> void callAsync(Callable<R> work, AsyncHandler<R> handler) {
            run(new Call(typed(handler), null, work), Duration.ZERO);
        }

        @Override
        public <R> void callPeriodically(Duration period, Callable<R> work, AsyncHandler<R> handler) {
            run(new Call(typed(handler), period, work), Duration.ZERO);
        }

        @SuppressWarnings("unchecked") // the handler gets what its own work returned
        private static <R> AsyncHandler<Object> typed(AsyncHandler<R> handler) {
            return (AsyncHandler<Object>) handler;
        }
    }
}
