package dev.weir.operators.sink;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorContext.Counter;

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

    /** A counter among the sink's metrics; only the writer writes it. */
    Counter counter(String name);

    /** The context of a sink that runs in an operator. */
    static SinkContext of(OperatorContext context) {
        return new OperatorSinkContext(context);
    }
}
