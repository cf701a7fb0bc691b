package dev.weir.engine.graph;

import dev.weir.engine.operator.Operator;
import dev.weir.engine.source.Source;
import dev.weir.snapshot.state.TypeHint;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source or an operator of the graph; a sink is an operator without outputs.
 *
 * @param id unique within the graph, from 0, in the order of definition
 * @param uid what its state is stored under; unique within the graph
 * @param name for people
 * @param body what runs
 * @param parallelism 0 where none is set: the job's default
 * @param maxParallelism 0 where none is set: derived, or adopted from what is restored
 * @param keyType the class of the key where it is known and the inputs are keyed; else null
 * @param traits what the planner has to know
 */
public record Node(
        int id,
        String uid,
        String name,
        Body body,
        int parallelism,
        int maxParallelism,
        @Nullable TypeHint<?> keyType,
        Traits traits) {

    /** What a node runs. */
    public sealed interface Body {}

    /** A source. */
    public record SourceBody(Source<?, ?, ?> source) implements Body {}

    /** An operator; the supplier is asked once per graph. */
    public record OperatorBody(Supplier<? extends Operator<?>> operator) implements Body {}

    /**
     * What the planner has to know of a node.
     *
     * @param uidOrigin whether the user named it: a stateful operator needs a name
     * @param state whether it keeps state
     * @param threading where it runs
     * @param chaining whether it may share a subtask with the node before it
     * @param delivery what of it shows outside after a recovery
     */
    public record Traits(
            UidOrigin uidOrigin, StateUse state, Threading threading, Chaining chaining, Delivery delivery) {
        public static final Traits STATELESS =
                new Traits(UidOrigin.DERIVED, StateUse.STATELESS, Threading.SHARED, Chaining.ALLOWED);

        /** Of a node that is no sink. */
        public Traits(UidOrigin uidOrigin, StateUse state, Threading threading, Chaining chaining) {
            this(uidOrigin, state, threading, chaining, Delivery.NO_SINK);
        }
    }

    /** How often what a sink is given shows outside when a recovery replays records. */
    public enum Delivery {
        /** The node delivers nothing outside. */
        NO_SINK,
        /** What came after the restored checkpoint shows again. */
        AT_LEAST_ONCE,
        /** By key, the same end result; while a recovery replays, readers may see values go back. */
        IDEMPOTENT,
        /** Once, unless the confirmation of a batch is lost: then the batch shows again. */
        WRITE_AHEAD,
        /** Once: it shows when its checkpoint has completed. */
        TRANSACTIONAL
    }

    /** Where the uid comes from. */
    public enum UidOrigin {
        NAMED_BY_USER,
        DERIVED
    }

    /** Whether a node keeps state. */
    public enum StateUse {
        STATELESS,
        STATEFUL
    }

    /** Where a node's subtasks run. */
    public enum Threading {
        /** On the job's task threads. */
        SHARED,
        /** On a thread of its own: it declares that it blocks. */
        OWN_THREAD
    }

    /** Whether a node may be chained to the one before it. */
    public enum Chaining {
        ALLOWED,
        /** Starts a chain. */
        HEAD
    }
}
