package dev.weir.samples.peers.weir;

import dev.weir.engine.operator.Output;
import dev.weir.engine.source.PollResult;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Workload;
import java.util.function.LongUnaryOperator;

/** Emits one generator's records, as many per poll as the engine asks for. */
final class NumberReader<E> extends SplitReader<E> {

    private final EventFactory<E> factory;
    private final LongUnaryOperator timestamps;

    /** @param timestamps what a record's timestamp is, by its index */
    NumberReader(Workload workload, EventFactory<E> factory, LongUnaryOperator timestamps) {
        super(workload);
        this.factory = factory;
        this.timestamps = timestamps;
    }

    @Override
    void start(int sourceIndex, long jobStartNanos) {}

    @Override
    int dueCount(long firstIndex, int maxCount) {
        return maxCount;
    }

    @Override
    void emit(Generator from, long firstIndex, int count, Output<E> output) throws Exception {
        for (int i = 0; i < count; i++) {
            int key = from.nextKey();
            output.emit(factory.create(key, Records.valueOf(key)), timestamps.applyAsLong(firstIndex + i));
        }
    }

    @Override
    PollResult next(long nextIndex) {
        return PollResult.MORE;
    }
}
