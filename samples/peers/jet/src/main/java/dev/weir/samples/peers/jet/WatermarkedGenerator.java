package dev.weir.samples.peers.jet;

import com.hazelcast.jet.core.Watermark;
import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Records;

/** Emits records with timestamps, unwrapped, and a watermark ahead of a batch. */
final class WatermarkedGenerator extends GeneratorProcessor {

    private long watermarkMillis = Long.MIN_VALUE;

    WatermarkedGenerator(int keyCount) {
        super(keyCount);
    }

    @Override
    boolean beginBatch(long index) {
        long firstMillis = EventTime.timestampOf(index);
        if (firstMillis <= watermarkMillis) {
            return true;
        }
        watermarkMillis = firstMillis;
        return emit(new Watermark(firstMillis));
    }

    @Override
    boolean emitRecord(int key, long index) {
        return emit(new TimedEvent(key, Records.valueOf(key), EventTime.timestampOf(index)));
    }
}
