package dev.weir.engine.subtask;

import dev.weir.engine.graph.Node;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorFailure;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.operator.WatermarkEmitter;
import dev.weir.engine.plan.ChainLink;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.operator.OperatorStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One operator of a chain (or the source at its head), with its state, its place in time, and those that read it. */
final class Link {

    /** What a link is made of before it is opened. */
    record Parts(
            ChainLink plan,
            Node.Traits traits,
            @Nullable Operator<?> operator,
            Output<Object> output,
            List<EdgeOutput> edges) {}

    private final Parts parts;
    private final List<Link> children = new ArrayList<>();
    private final ChainFailure failure;

    @Nullable
    KeyedStateBackend backend;

    @Nullable
    OperatorTimers timers;

    /** What users declare that belongs to no key; null until something asks for it. */
    @Nullable
    OperatorStates states;

    /** The operator's event time: the last completed advance. */
    long watermark = Timestamps.NONE;

    /** A watermark it still has to be advanced to; NONE for none. */
    long pendingWatermark = Timestamps.NONE;

    /** The highest watermark it has passed on. */
    long emittedWatermark = Timestamps.NONE;

    boolean idle;

    /** Its input had ended before the restored checkpoint: its finish hook has run already. */
    boolean drainedBefore;

    boolean finished;

    private boolean openBegan;

    Link(Parts parts, ChainFailure failure) {
        this.parts = parts;
        this.failure = failure;
    }

    String uid() {
        return parts.plan().uid();
    }

    ChainLink plan() {
        return parts.plan();
    }

    Node.Traits traits() {
        return parts.traits();
    }

    @Nullable
    Operator<?> operator() {
        return parts.operator();
    }

    Output<Object> output() {
        return parts.output();
    }

    List<EdgeOutput> edges() {
        return parts.edges();
    }

    List<Link> children() {
        return children;
    }

    void addChild(Link child) {
        children.add(child);
    }

    @Nullable
    WatermarkEmitter emitter() {
        return parts.operator() instanceof WatermarkEmitter emitter ? emitter : null;
    }

    @Nullable
    TimerHandler timerHandler() {
        return parts.operator() instanceof TimerHandler handler ? handler : null;
    }

    /** Keeps the first failure, so that user code which swallows it does not save the attempt. */
    OperatorFailure remember(OperatorFailure first) {
        return failure.remember(first);
    }

    @SuppressWarnings("unchecked") // the graph was typed by the DSL; inside the chain records are objects
    void open(LinkContext context) {
        Operator<?> operator = parts.operator();
        if (operator == null) {
            return;
        }
        openBegan = true;
        try {
            ((Operator<Object>) operator).open(context, parts.output());
        } catch (Throwable thrown) {
            throw failed("open", thrown);
        }
    }

    @SuppressWarnings("unchecked") // see open
    Input<Object> input(int index) {
        return (Input<Object>) Objects.requireNonNull(parts.operator()).input(index);
    }

    /** Closes what open has begun, once; hands back what close threw. */
    @Nullable
    Throwable close() {
        if (!openBegan) {
            return null;
        }
        openBegan = false;
        try {
            Objects.requireNonNull(parts.operator()).close();
            return null;
        } catch (Throwable thrown) {
            return new OperatorFailure(uid(), "close", null, thrown);
        } finally {
            if (backend != null) {
                backend.close();
            }
        }
    }

    OperatorFailure failed(String phase, Throwable cause) {
        return remember(
                cause instanceof OperatorFailure known ? known : new OperatorFailure(uid(), phase, null, cause));
    }
}
