package dev.weir.samples.peers.loop;

import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.SinkFold;

/** The keyed part of the job on one thread: running sums, folded where a sink would get them. */
final class KeyedSum {

    private final LongSumTable table = new LongSumTable(Records.KEY_COUNT);
    private final SinkFold fold;

    KeyedSum(SinkFold fold) {
        this.fold = fold;
    }

    void add(long key, long value) {
        fold.add(key, table.add(key, value));
    }

    void addAll(Batch batch) {
        for (int i = 0; i < batch.recordCount; i++) {
            add(batch.keys[i], batch.values[i]);
        }
    }

    void end() {
        fold.end();
    }
}
