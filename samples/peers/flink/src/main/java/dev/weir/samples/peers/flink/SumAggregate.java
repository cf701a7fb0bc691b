package dev.weir.samples.peers.flink;

import org.apache.flink.api.common.functions.AggregateFunction;

/** The sum of a window's values. */
final class SumAggregate implements AggregateFunction<Event, Long, Long> {

    @Override
    public Long createAccumulator() {
        return 0L;
    }

    @Override
    public Long add(Event event, Long sum) {
        return sum + event.value;
    }

    @Override
    public Long getResult(Long sum) {
        return sum;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }
}
