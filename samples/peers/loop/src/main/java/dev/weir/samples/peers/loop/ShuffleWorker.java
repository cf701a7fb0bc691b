package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.SinkFold;

/** Deals records out in turn: every second one goes to the other thread. */
final class ShuffleWorker extends LoopWorker {

    ShuffleWorker(int index, RunPlan plan, Meter meter, Channel outbound, Channel inbound) {
        super(index, plan.workload(), meter, outbound, inbound);
    }

    @Override
    long generate(Generator from, long nextIndex, long limitIndex, Batch toOther, SinkFold toSink) {
        long count = nextIndex;
        while (count < limitIndex && !toOther.isFull()) {
            int key = from.nextKey();
            long value = Records.increment(Records.valueOf(key));
            if ((count & 1) == 0) {
                accept(key, value, toSink);
            } else {
                toOther.add(key, value);
            }
            count++;
        }
        return count;
    }

    @Override
    void receive(Batch batch, SinkFold toSink) {
        for (int i = 0; i < batch.recordCount; i++) {
            accept(batch.keys[i], batch.values[i], toSink);
        }
    }

    private static void accept(long key, long value, SinkFold toSink) {
        long tripled = Records.triple(value);
        if (Records.isKept(tripled)) {
            toSink.add(key, tripled);
        }
    }

    @Override
    void finish(SinkFold toSink) {}
}
