package dev.weir.samples.peers.jet;

import static com.hazelcast.jet.core.BroadcastKey.broadcastKey;

import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Workload;
import org.jspecify.annotations.Nullable;

/** Emits one generator's records, up to an outbox full per call; saves how many. */
final class GeneratorProcessor extends EmittingProcessor {

    private static final int BATCH_RECORDS = 2048;

    private final Meter meter = Meter.current();
    private final EventKind<?, ?> kind;
    private final int keyCount;
    private @Nullable Generator generator;
    private int sourceIndex;
    private long emittedCount;
    private long snapshotNanos;

    private GeneratorProcessor(EventKind<?, ?> kind, int keyCount) {
        this.kind = kind;
        this.keyCount = keyCount;
    }

    /** As many of them as there are generators. */
    static ProcessorMetaSupplier supplier(EventKind<?, ?> kind, int keyCount) {
        return ProcessorMetaSupplier.of(
                Workload.PARALLELISM, ProcessorSupplier.of(() -> new GeneratorProcessor(kind, keyCount)));
    }

    @Override
    protected void init(Context context) {
        sourceIndex = context.globalProcessorIndex();
    }

    /** Called again and again until it answers that the source has ended. */
    @Override
    public boolean complete() {
        if (!emitKept()) {
            return false;
        }
        if (!meter.goesOn(emittedCount)) {
            meter.sourceEnded(sourceIndex, emittedCount);
            return true;
        }
        emitBatch(startedGenerator());
        return false;
    }

    private Generator startedGenerator() {
        Generator started = generator;
        if (started == null) {
            meter.sourceStarted();
            started = Generator.at(sourceIndex, emittedCount, keyCount);
            generator = started;
        }
        return started;
    }

    private void emitBatch(Generator from) {
        long limitCount = emittedCount + meter.allowed(emittedCount, BATCH_RECORDS);
        long count = emittedCount;
        boolean isAccepted = true;
        while (isAccepted && count < limitCount) {
            int key = from.nextKey();
            isAccepted = emit(kind.create(key, Records.valueOf(key)));
            count++;
        }
        emittedCount = count;
    }

    @Override
    public boolean saveToSnapshot() {
        if (!emitKept() || !tryEmitToSnapshot(broadcastKey(sourceIndex), emittedCount)) {
            return false;
        }
        snapshotNanos = System.nanoTime();
        return true;
    }

    @Override
    public boolean snapshotCommitFinish(boolean isSuccessful) {
        if (isSuccessful && sourceIndex == 0) {
            meter.checkpointCompleted(System.nanoTime() - snapshotNanos);
        }
        return true;
    }

    /** Every processor gets what all have saved. */
    @Override
    protected void restoreFromSnapshot(Object key, Object value) {
        if (((BroadcastKey<?>) key).key().equals(sourceIndex)) {
            emittedCount = (Long) value;
        }
    }
}
