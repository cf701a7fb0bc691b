package dev.weir.engine.subtask;

import dev.weir.engine.graph.Node.StateUse;
import dev.weir.engine.graph.Node.UidOrigin;
import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.operator.ClaimedRun;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.operator.OperatorStates;
import dev.weir.snapshot.restore.RestoredOperator;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What one operator may ask for. */
final class LinkContext implements OperatorContext {

    /** What the links of a subtask share. */
    record Shared(SubtaskSpec spec, TaskClock clock, AsyncCalls async, Handover copier) {}

    private final Shared shared;
    private final Link link;
    private final Map<String, Output<Object>> sides;
    private final @Nullable RestoredOperator restored;
    private final Set<String> asked = new TreeSet<>();
    private final Map<String, Counter> counters = new LinkedHashMap<>();
    private boolean isOpened;

    LinkContext(Shared shared, Link link, Map<String, Output<Object>> sides) {
        this.shared = shared;
        this.link = link;
        this.sides = sides;
        this.restored = shared.spec().restored() == null
                ? null
                : shared.spec().restored().operator(link.uid());
    }

    @Override
    public String jobName() {
        return shared.spec().plan().jobName();
    }

    @Override
    public String lineage() {
        return shared.spec().lineage();
    }

    @Override
    public Optional<ClaimedRun> claimedRun() {
        return Optional.ofNullable(shared.spec().claimedRun());
    }

    @Override
    public String uid() {
        return link.uid();
    }

    @Override
    public String operatorName() {
        return link.plan().name();
    }

    @Override
    public int subtaskIndex() {
        return shared.spec().id().index();
    }

    @Override
    public int parallelism() {
        return shared.spec().parallelism();
    }

    @Override
    public int maxParallelism() {
        return shared.spec().maxParallelism();
    }

    @Override
    public long attempt() {
        return shared.spec().fence().jobWideAttempt();
    }

    @Override
    public KeyedStateBackend keyedState() {
        KeyedStateBackend backend = link.backend;
        if (backend == null) {
            throw notKeyed("keyed state");
        }
        if (link.traits().state() == StateUse.STATELESS) {
            throw nameless();
        }
        return backend;
    }

    private IllegalStateException nameless() {
        return new IllegalStateException("an operator with state needs a name of its own, since its state is stored"
                + " under it: '" + uid() + "' has none; give a name as the first argument");
    }

    @Override
    public OperatorStates operatorStates() {
        if (link.traits().uidOrigin() == UidOrigin.DERIVED) {
            throw nameless();
        }
        return states();
    }

    /** All has been opened: state that belongs to no key is registered no more. */
    void opened() {
        isOpened = true;
        if (link.states != null) {
            link.states.opened();
        }
    }

    private OperatorStates states() {
        OperatorStates known = link.states;
        if (known == null) {
            SubtaskSpec spec = shared.spec();
            OperatorStates.Place place = new OperatorStates.Place(spec.id().index(), spec.parallelism());
            known = new OperatorStates(uid(), place, spec.loader(), restored == null ? Map.of() : restored.declared());
            asked.forEach(known::take);
            if (link.operator() == null) {
                SourceHead.STATE_NAMES.forEach(known::take);
            }
            if (isOpened) {
                known.opened();
            }
            link.states = known;
        }
        return known;
    }

    @Override
    public OperatorTimers timers() {
        if (link.timerHandler() == null) {
            throw new IllegalStateException("an operator that sets timers is a TimerHandler: operator '" + uid() + "'");
        }
        OperatorTimers timers = link.timers;
        if (timers == null) {
            throw notKeyed("timers");
        }
        return timers;
    }

    private IllegalStateException notKeyed(String what) {
        return new IllegalStateException(
                what + " need a keyed input: operator '" + uid() + "' has none; put keyBy before it");
    }

    @Override
    public List<byte[]> restoredState(String name) {
        asked.add(name);
        if (link.states != null) {
            link.states.take(name);
        }
        return restored == null ? List.of() : restored.operatorState().getOrDefault(name, List.of());
    }

    @Override
    public boolean isRestored() {
        return restored != null;
    }

    /** While timers fire, the watermark that makes them fire. */
    @Override
    public long currentWatermark() {
        return Math.max(link.watermark, link.pendingWatermark);
    }

    @Override
    public long processingTimeMillis() {
        return shared.clock().currentTimeMillis();
    }

    @Override
    public long nanoTime() {
        return shared.clock().nanoTime();
    }

    @Override
    @SuppressWarnings("unchecked") // the tag carries the type
    public <S> Output<S> sideOutput(OutputTag<S> tag) {
        Output<Object> side = sides.get(tag.name());
        return (Output<S>) (side == null ? new LinkOutputs.Nowhere() : side);
    }

    @Override
    @SuppressWarnings("unchecked") // a copy has the class of the original
    public <T> T copyIfMutable(T record) {
        return (T) shared.copier().copy(record);
    }

    @Override
    public <R> void callAsyncAfter(Duration delay, Callable<R> work, AsyncHandler<R> handler) {
        shared.async().start(link, delay, work, handler);
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, unused -> new Counter());
    }

    /** The names of the operator states that were asked for. */
    Set<String> asked() {
        return asked;
    }

    Map<String, Counter> counters() {
        return counters;
    }
}
