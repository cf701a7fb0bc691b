package dev.weir.engine.enumeration;

import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.graph.Node;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.plan.Chain;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskOrder;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.Split;
import dev.weir.engine.wire.TaskDispatchers;
import dev.weir.engine.worker.JobContext;
import dev.weir.engine.worker.SubtaskActor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Hosts the enumerators of one attempt. Assignments and triggers reach a reader by this actor alone, so that a split
 * given out after a trigger arrives after it. After a failure it only waits to be stopped.
 */
public final class EnumeratorActor extends AbstractBehavior<EnumeratorActor.Command> {

    /** What it accepts. */
    public sealed interface Command {}

    private record Draw() implements Command {}

    /** All readers are there and told to go. */
    public record Start() implements Command {}

    /**
     * Snapshot the enumerators, then trigger the readers.
     *
     * @param baseId the completed checkpoint whose files the snapshots may refer to; 0 for none
     */
    public record TriggerAll(long checkpointId, long timestampMillis, SnapshotKind kind, long baseId)
            implements Command {}

    public record Complete(long checkpointId) implements Command {}

    public record RequestSplit(SubtaskId reader) implements Command {}

    public record Stop() implements Command {}

    private record AsyncDue(String source, long token, Callable<?> work) implements Command {}

    private record AsyncDone(
            String source,
            long token,
            @Nullable Object result,
            @Nullable Throwable failure) implements Command {}

    /** What it tells the coordinator. */
    public sealed interface Event {
        Fence fence();
    }

    /** The enumerators' states as of a trigger, by uid. */
    public record Snapshots(Fence fence, long checkpointId, Map<String, byte[]> states) implements Event {}

    public record Failed(Fence fence, Throwable cause) implements Event {}

    public record Stopped(Fence fence) implements Event {}

    /**
     * What it works with.
     *
     * @param restored the enumerators' states to start from, by uid
     * @param readers all subtasks of the attempt
     */
    public record Wiring(
            ExecutionPlan plan,
            Fence fence,
            JobContext job,
            Map<String, byte[]> restored,
            Map<SubtaskId, ActorRef<SubtaskActor.Command>> readers,
            ActorRef<Event> events) {}

    public static Behavior<Command> create(Wiring wiring) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> new EnumeratorActor(context, timers, wiring)));
    }

    private final TimerScheduler<Command> timers;
    private final Wiring wiring;
    private final Executor blocking;
    private final List<EnumeratorHost<?, ?>> hosts = new ArrayList<>();
    private boolean failed;

    private EnumeratorActor(ActorContext<Command> context, TimerScheduler<Command> timers, Wiring wiring) {
        super(context);
        this.timers = timers;
        this.wiring = wiring;
        this.blocking = TaskDispatchers.snapshotExecutor(context.getSystem());
        context.getSelf().tell(new Draw());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Draw.class, draw -> guarded(this::draw))
                .onMessage(Start.class, start -> guarded(this::start))
                .onMessage(TriggerAll.class, trigger -> guarded(() -> onTrigger(trigger)))
                .onMessage(Complete.class, complete -> guarded(() -> onComplete(complete)))
                .onMessage(RequestSplit.class, request -> guarded(() -> onRequest(request)))
                .onMessage(AsyncDue.class, due -> guarded(() -> onAsyncDue(due)))
                .onMessage(AsyncDone.class, done -> guarded(() -> onAsyncDone(done)))
                .onMessage(Stop.class, stop -> onStop())
                .build();
    }

    private Behavior<Command> guarded(Runnable step) {
        if (failed) {
            return this;
        }
        try {
            step.run();
        } catch (Throwable thrown) {
            // Any Throwable out of user code fails the attempt, never the JVM.
            failed = true;
            wiring.events().tell(new Failed(wiring.fence(), thrown));
        }
        return this;
    }

    private void start() {
        draw();
        hosts.forEach(EnumeratorHost::start);
    }

    /** Done before the start where there is time, so that the sources are at hand when all readers are. */
    private void draw() {
        if (!hosts.isEmpty()) {
            return;
        }
        JobContext job = wiring.job();
        JobGraph graph;
        try {
            graph = job.program().build(job.arguments(), job.settings().parallelism());
        } catch (Exception thrown) {
            throw new IllegalStateException("the job's program could not draw its graph again: " + thrown, thrown);
        }
        for (Chain chain : wiring.plan().chains()) {
            Node node = graph.nodes().get(chain.head().nodeId());
            if (chain.isSource() && node.body() instanceof Node.SourceBody body) {
                hosts.add(hostOf(chain, body.source()));
            }
        }
    }

    private <S extends Split, E> EnumeratorHost<S, E> hostOf(Chain chain, Source<?, S, E> source) {
        String uid = chain.head().uid();
        return new EnumeratorHost<>(
                new EnumeratorHost.SourceAt(uid, chain.id(), chain.parallelism(), wiring.fence()),
                source,
                wiring.restored().get(uid),
                new ActorOutbox());
    }

    private void onTrigger(TriggerAll trigger) {
        Map<String, byte[]> states = new TreeMap<>();
        for (EnumeratorHost<?, ?> host : hosts) {
            states.put(host.uid(), host.snapshot(trigger.checkpointId()));
        }
        wiring.events().tell(new Snapshots(wiring.fence(), trigger.checkpointId(), states));
        hosts.forEach(host ->
                host.trigger(trigger.checkpointId(), trigger.timestampMillis(), trigger.kind(), trigger.baseId()));
    }

    private void onComplete(Complete complete) {
        hosts.forEach(host -> host.onCheckpointComplete(complete.checkpointId()));
    }

    private void onRequest(RequestSplit request) {
        for (EnumeratorHost<?, ?> host : hosts) {
            if (host.isChain(request.reader().chain())) {
                host.onSplitRequest(request.reader().index());
            }
        }
    }

    private void onAsyncDue(AsyncDue due) {
        ActorRef<Command> self = getContext().getSelf();
        blocking.execute(() -> self.tell(call(due)));
    }

    private static AsyncDone call(AsyncDue due) {
        try {
            return new AsyncDone(due.source(), due.token(), due.work().call(), null);
        } catch (Throwable thrown) {
            return new AsyncDone(due.source(), due.token(), null, thrown);
        }
    }

    private void onAsyncDone(AsyncDone done) {
        for (EnumeratorHost<?, ?> host : hosts) {
            if (host.uid().equals(done.source())) {
                host.onAsyncDone(done.token(), done.result(), done.failure());
            }
        }
    }

    /** Closes all, whatever one of them throws; each failure is told. */
    private Behavior<Command> onStop() {
        for (EnumeratorHost<?, ?> host : hosts) {
            try {
                host.close();
            } catch (Throwable thrown) {
                wiring.events().tell(new Failed(wiring.fence(), thrown));
            }
        }
        wiring.events().tell(new Stopped(wiring.fence()));
        return Behaviors.stopped();
    }

    private final class ActorOutbox implements EnumeratorOutbox {

        @Override
        public void order(SubtaskId reader, SubtaskOrder order) {
            ActorRef<SubtaskActor.Command> target = wiring.readers().get(reader);
            if (target == null) {
                throw new IllegalStateException("a reader is a subtask of the attempt: reader=" + reader);
            }
            target.tell(new SubtaskActor.Order(order));
        }

        @Override
        public void runAsync(String source, long token, Duration delay, Callable<?> work) {
            AsyncDue due = new AsyncDue(source, token, work);
            if (delay.isZero()) {
                getContext().getSelf().tell(due);
            } else {
                timers.startSingleTimer(due, due, delay);
            }
        }
    }
}
