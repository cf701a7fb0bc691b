package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.SinkFold;

/** The running sum of each key. */
final class KeyedSumWorker extends LoopWorker {

    private final LongSumTable sums;
    private final boolean isTripled;

    KeyedSumWorker(int index, RunPlan plan, Meter meter, Channel outbound, Channel inbound) {
        super(index, plan.workload(), meter, outbound, inbound);
        sums = new LongSumTable(plan.workload().keyCount());
        isTripled = plan.variant().hasSecondMap();
    }

    @Override
    long generate(Generator from, long nextIndex, long limitIndex, Batch toOther, SinkFold toSink) {
        long count = nextIndex;
        while (count < limitIndex && !toOther.isFull()) {
            int key = from.nextKey();
            count++;
            long value = Records.increment(Records.valueOf(key));
            if (isTripled) {
                value = Records.triple(value);
            }
            if (!Records.isKept(value)) {
                continue;
            }
            if (owns(key)) {
                toSink.add(key, sums.add(key, value));
            } else {
                toOther.add(key, value);
            }
        }
        return count;
    }

    @Override
    void receive(Batch batch, SinkFold toSink) {
        for (int i = 0; i < batch.recordCount; i++) {
            toSink.add(batch.keys[i], sums.add(batch.keys[i], batch.values[i]));
        }
    }

    @Override
    void finish(SinkFold toSink) {}
}
