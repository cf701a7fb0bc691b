package dev.weir.operators.sink;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorContext.Counter;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.UnionListState;
import java.util.concurrent.Callable;

/** The part of an operator's context that sinks see. */
record OperatorSinkContext(OperatorContext context) implements SinkContext {

    @Override
    public String jobName() {
        return context.jobName();
    }

    @Override
    public String lineage() {
        return context.lineage();
    }

    @Override
    public String sinkUid() {
        return context.uid();
    }

    @Override
    public int subtaskIndex() {
        return context.subtaskIndex();
    }

    @Override
    public int parallelism() {
        return context.parallelism();
    }

    @Override
    public long attempt() {
        return context.attempt();
    }

    @Override
    public <T> T copyIfMutable(T record) {
        return context.copyIfMutable(record);
    }

    @Override
    public long nanoTime() {
        return context.nanoTime();
    }

    @Override
    public <R> void callAsync(Callable<R> work, AsyncHandler<R> handler) {
        context.callAsync(work, handler);
    }

    @Override
    public <T> ListState<T> listState(ListStateDescriptor<T> descriptor) {
        return context.operatorStates().list(descriptor);
    }

    @Override
    public <T> UnionListState<T> unionListState(ListStateDescriptor<T> descriptor) {
        return context.operatorStates().union(descriptor);
    }

    @Override
    public Counter counter(String name) {
        return context.counter(name);
    }
}
