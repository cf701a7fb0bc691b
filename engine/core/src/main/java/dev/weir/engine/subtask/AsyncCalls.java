package dev.weir.engine.subtask;

import dev.weir.engine.operator.AsyncHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Asynchronous work of a subtask's operators that is under way. Bounded by what operators start. */
final class AsyncCalls {

    private record Pending(Link link, AsyncHandler<Object> handler) {}

    private final Outbox outbox;
    private final Map<Long, Pending> pending = new HashMap<>();
    private long lastToken;

    AsyncCalls(Outbox outbox) {
        this.outbox = outbox;
    }

    @SuppressWarnings("unchecked") // the handler gets what its own work returned
    void start(Link link, Duration delay, Callable<?> work, AsyncHandler<?> handler) {
        long token = ++lastToken;
        pending.put(token, new Pending(link, (AsyncHandler<Object>) handler));
        outbox.runAsync(token, delay, work);
    }

    void onDone(long token, @Nullable Object result, @Nullable Throwable failure) {
        Pending call = pending.remove(token);
        if (call == null) {
            return;
        }
        try {
            call.handler().onDone(result, failure);
        } catch (Throwable thrown) {
            throw call.link().failed("the handler of asynchronous work", thrown);
        }
    }
}
