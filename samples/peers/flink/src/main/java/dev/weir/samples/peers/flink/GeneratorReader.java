package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.EventTime;
import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Workload;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;

/** Emits one generator's records as fast as they are taken, with the timestamps of {@link EventTime} for windows. */
final class GeneratorReader<E extends Summable<E>> extends SplitReader<E> {

    private static final CompletableFuture<Void> NOW = CompletableFuture.completedFuture(null);

    private final EventKind<E, ?> kind;
    private final boolean reusesObjects;
    private final boolean hasTimestamps;
    private final E reused;

    GeneratorReader(Workload workload, EventKind<E, ?> kind, FlinkSettings settings) {
        super(workload);
        this.kind = kind;
        reusesObjects = settings.reusesObjects();
        hasTimestamps = workload.job() == Workload.Job.WINDOW_SUM;
        reused = kind.create(0, 0);
    }

    @Override
    void start(int sourceIndex, long jobStartNanos) {}

    @Override
    int dueCount(long firstIndex, int maxCount) {
        return maxCount;
    }

    @Override
    void emit(Generator from, long firstIndex, int count, ReaderOutput<E> output) {
        if (hasTimestamps) {
            for (int i = 0; i < count; i++) {
                output.collect(next(from), EventTime.timestampOf(firstIndex + i));
            }
        } else {
            for (int i = 0; i < count; i++) {
                output.collect(next(from));
            }
        }
    }

    private E next(Generator from) {
        int key = from.nextKey();
        if (!reusesObjects) {
            return kind.create(key, Records.valueOf(key));
        }
        kind.refill(reused, key, Records.valueOf(key));
        return reused;
    }

    @Override
    boolean waitsFor(long nextIndex) {
        return false;
    }

    @Override
    CompletableFuture<Void> nextDue() {
        return NOW;
    }
}
