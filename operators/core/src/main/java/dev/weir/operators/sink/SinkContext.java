package dev.weir.operators.sink;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorContext.Counter;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.UnionListState;
import java.util.concurrent.Callable;

/** What a sink may ask of the subtask it runs in. Used by the subtask's thread only, while the sink is created or called. */
public interface SinkContext {

    String jobName();

    /** The run's lineage: new with every start by a person, kept by recovery. */
    String lineage();

    /** The sink's name. */
    String sinkUid();

    /** From 0. */
    int subtaskIndex();

    int parallelism();

    /** The execution attempt, rising with every restart. */
    long attempt();

    /** A copy of a record if its class is mutable, else the record itself: for sinks that keep records. */
    <T> T copyIfMutable(T record);

    /** Monotonic time in ns; not for every record. */
    long nanoTime();

    /**
     * Runs blocking work on another thread; the handler runs back in the subtask's thread, unless the attempt is gone by
     * then. Several pieces of work may run at once and end in any order. What the handler throws fails the attempt.
     */
    <R> void callAsync(Callable<R> work, AsyncHandler<R> handler);

    /** A list of this subtask's own, registered while the sink is created; as for functions. */
    <T> ListState<T> listState(ListStateDescriptor<T> descriptor);

    /** A list that every subtask is shown the whole of after a restore, registered while the sink is created. */
    <T> UnionListState<T> unionListState(ListStateDescriptor<T> descriptor);

    /** A counter among the sink's metrics; only the writer writes it. */
    Counter counter(String name);

    /** The context of a sink that runs in an operator. */
    static SinkContext of(OperatorContext context) {
        return new OperatorSinkContext(context);
    }
}
