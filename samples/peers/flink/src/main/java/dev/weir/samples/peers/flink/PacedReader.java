package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Generator;
import dev.weir.samples.peers.common.Pacing;
import dev.weir.samples.peers.common.Records;
import dev.weir.samples.peers.common.Workload;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;

/**
 * Emits at each poll the records that should have been made by then. When the next isn't due yet a timer thread makes the
 * reader available at its time; so the task neither spins nor waits for longer than the timer takes.
 */
final class PacedReader extends SplitReader<TimedEvent> {

    private final boolean reusesObjects;
    private final TimedEvent reused = new TimedEvent();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "pace");
        daemon.setDaemon(true);
        return daemon;
    });

    private Pacing pacing = Pacing.of(0, 0);
    private CompletableFuture<Void> nextDue = CompletableFuture.completedFuture(null);

    PacedReader(Workload workload, FlinkSettings settings) {
        super(workload);
        reusesObjects = settings.reusesObjects();
    }

    @Override
    void start(int sourceIndex, long jobStartNanos) {
        pacing = Pacing.of(sourceIndex, jobStartNanos);
    }

    @Override
    int dueCount(long firstIndex, int maxCount) {
        return (int) Math.min(maxCount, pacing.dueCount(System.nanoTime()) - firstIndex);
    }

    @Override
    void emit(Generator from, long firstIndex, int count, ReaderOutput<TimedEvent> output) {
        for (int i = 0; i < count; i++) {
            int key = from.nextKey();
            TimedEvent event = reusesObjects ? reused : new TimedEvent();
            event.key = key;
            event.value = Records.valueOf(key);
            event.createdNanos = pacing.createdNanos(firstIndex + i);
            output.collect(event);
        }
    }

    @Override
    boolean waitsFor(long nextIndex) {
        long waitNanos = pacing.createdNanos(nextIndex) - System.nanoTime();
        if (waitNanos <= 0) {
            return false;
        }
        CompletableFuture<Void> due = new CompletableFuture<>();
        nextDue = due;
        Future<?> unused = timer.schedule(() -> due.complete(null), waitNanos, TimeUnit.NANOSECONDS);
        return true;
    }

    @Override
    CompletableFuture<Void> nextDue() {
        return nextDue;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
