package dev.weir.samples.peers.jet;

import dev.weir.samples.peers.common.Records;

/** Emits records of a kind, without timestamps. */
final class EventGenerator extends GeneratorProcessor {

    private final EventKind<?, ?> kind;

    EventGenerator(EventKind<?, ?> kind, int keyCount) {
        super(keyCount);
        this.kind = kind;
    }

    @Override
    boolean emitRecord(int key, long index) {
        return emit(kind.create(key, Records.valueOf(key)));
    }
}
