package dev.weir.samples.peers.jet;

import static com.hazelcast.jet.core.BroadcastKey.broadcastKey;

import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Workload;
import org.jspecify.annotations.Nullable;

/** Emits one generator's records, up to an outbox full per call; saves how many. What a record is, subclasses know. */
abstract class GeneratorProcessor extends EmittingProcessor {

    private static final int BATCH_RECORDS = 2048;

    private final Meter meter = Meter.current();
    private final int keyCount;
    private @Nullable Generator generator;
    private int sourceIndex;
    private long emittedCount;
    private long snapshotNanos;

    GeneratorProcessor(int keyCount) {
        this.keyCount = keyCount;
    }

    /** As many of them as there are generators. */
    static ProcessorMetaSupplier supplier(SupplierEx<? extends GeneratorProcessor> maker) {
        return ProcessorMetaSupplier.of(Workload.PARALLELISM, ProcessorSupplier.of(maker));
    }

    @Override
    protected void init(Context context) {
        sourceIndex = context.globalProcessorIndex();
    }

    /** Called before the first record, when the meter's window is open. */
    void start(Meter runningMeter, int ownIndex) {}

    /** Called before a batch that begins with record {@code index}; emits what goes ahead of it, as {@link #emit} does. */
    boolean beginBatch(long index) {
        return true;
    }

    /** How many records should be out by now. */
    long dueCount() {
        return Long.MAX_VALUE;
    }

    /** Emits record {@code index}, counted from 0; answers as {@link #emit} does. */
    abstract boolean emitRecord(int key, long index);

    /** Called again and again until it answers that the source has ended. */
    @Override
    public final boolean complete() {
        if (!emitKept()) {
            return false;
        }
        if (!meter.goesOn(emittedCount)) {
            meter.sourceEnded(sourceIndex, emittedCount);
            return true;
        }
        Generator from = startedGenerator();
        if (beginBatch(emittedCount)) {
            emitBatch(from);
        }
        return false;
    }

    private Generator startedGenerator() {
        Generator started = generator;
        if (started == null) {
            started = Generator.at(sourceIndex, emittedCount, keyCount);
            meter.sourceStarted();
            start(meter, sourceIndex);
            generator = started;
        }
        return started;
    }

    private void emitBatch(Generator from) {
        long limitCount = Math.min(emittedCount + meter.allowed(emittedCount, BATCH_RECORDS), dueCount());
        long count = emittedCount;
        boolean isAccepted = true;
        while (isAccepted && count < limitCount) {
            isAccepted = emitRecord(from.nextKey(), count);
            count++;
        }
        emittedCount = count;
    }

    @Override
    public final boolean saveToSnapshot() {
        if (!emitKept() || !tryEmitToSnapshot(broadcastKey(sourceIndex), emittedCount)) {
            return false;
        }
        snapshotNanos = System.nanoTime();
        return true;
    }

    @Override
    public final boolean snapshotCommitFinish(boolean isSuccessful) {
        if (isSuccessful && sourceIndex == 0) {
            meter.checkpointCompleted(System.nanoTime() - snapshotNanos);
            meter.crashes().checkpointCompleted();
        }
        return true;
    }

    /** Every processor gets what all have saved. */
    @Override
    protected final void restoreFromSnapshot(Object key, Object value) {
        if (((BroadcastKey<?>) key).key().equals(sourceIndex)) {
            emittedCount = (Long) value;
        }
    }
}
