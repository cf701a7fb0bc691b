package dev.weir.samples.peers.jet;

import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Pacing;
import dev.weir.samples.peers.common.Records;

/** Emits each record when it is due, and says in it when that was. */
final class PacedGenerator extends GeneratorProcessor {

    @SuppressWarnings("NullAway.Init") // start comes before all else
    private Pacing pacing;

    PacedGenerator(int keyCount) {
        super(keyCount);
    }

    @Override
    void start(Meter runningMeter, int ownIndex) {
        pacing = Pacing.of(ownIndex, runningMeter.startNanos());
    }

    @Override
    long dueCount() {
        return pacing.dueCount(System.nanoTime());
    }

    @Override
    boolean emitRecord(int key, long index) {
        return emit(new PacedEvent(key, Records.valueOf(key), pacing.createdNanos(index)));
    }
}
