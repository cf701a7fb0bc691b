package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.Records;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/** Emits one generator's records, a batch per poll. Owned by the task's thread. */
final class GeneratorReader<E extends Summable<E>> implements SourceReader<E, GeneratorSplit> {

    private static final int BATCH_RECORDS = 64;

    private final Meter meter = Meter.current();
    private final EventKind<E, ?> kind;
    private final boolean reusesObjects;
    private final E reused;
    private final CompletableFuture<Void> splitsKnown = new CompletableFuture<>();
    private final Map<Long, Long> snapshotNanosByCheckpoint = new HashMap<>();
    private @Nullable Generator generator;
    private int sourceIndex;
    private long emittedCount;

    GeneratorReader(EventKind<E, ?> kind, boolean reusesObjects) {
        this.kind = kind;
        this.reusesObjects = reusesObjects;
        reused = kind.create(0, 0);
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<E> output) {
        if (generator == null) {
            return splitsKnown.isDone() ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
        }
        if (!meter.goesOn(emittedCount)) {
            meter.sourceEnded(sourceIndex, emittedCount);
            return InputStatus.END_OF_INPUT;
        }
        emit(generator, meter.allowed(emittedCount, BATCH_RECORDS), output);
        return InputStatus.MORE_AVAILABLE;
    }

    private void emit(Generator from, int recordCount, ReaderOutput<E> output) {
        for (int i = 0; i < recordCount; i++) {
            int key = from.nextKey();
            if (reusesObjects) {
                kind.refill(reused, key, Records.valueOf(key));
                output.collect(reused);
            } else {
                output.collect(kind.create(key, Records.valueOf(key)));
            }
        }
        emittedCount += recordCount;
    }

    @Override
    public List<GeneratorSplit> snapshotState(long checkpointId) {
        snapshotNanosByCheckpoint.put(checkpointId, System.nanoTime());
        return generator == null ? List.of() : List.of(new GeneratorSplit(sourceIndex, emittedCount));
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        Long snapshotNanos = snapshotNanosByCheckpoint.remove(checkpointId);
        if (snapshotNanos != null && sourceIndex == 0) {
            meter.checkpointCompleted(System.nanoTime() - snapshotNanos);
        }
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return splitsKnown;
    }

    @Override
    public void addSplits(List<GeneratorSplit> splits) {
        if (splits.size() != 1 || generator != null) {
            throw new IllegalStateException("a reader has one split: " + splits);
        }
        GeneratorSplit split = splits.get(0);
        sourceIndex = split.sourceIndex();
        emittedCount = split.emittedCount();
        generator = Generator.at(sourceIndex, emittedCount);
        meter.sourceStarted();
        splitsKnown.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
        splitsKnown.complete(null);
    }

    @Override
    public void close() {}
}
