package dev.weir.samples.peers.jet;

import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.aggregate.AggregateOperation;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.aggregate.AggregateOperations;
import dev.weir.samples.peers.common.Variant;

/** Sums of the values of a window. */
final class Sums {

    private Sums() {}

    /** Jet's own sum, or one of the user's own. */
    static AggregateOperation1<TimedEvent, LongAccumulator, Long> of(Variant variant) {
        if (variant != Variant.AGGREGATE) {
            return AggregateOperations.summingLong(TimedEvent::value);
        }
        return AggregateOperation.withCreate(LongAccumulator::new)
                .andAccumulate((LongAccumulator sum, TimedEvent event) -> sum.add(event.value()))
                .andCombine(LongAccumulator::add)
                .andExportFinish(LongAccumulator::get);
    }
}
