package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.harness.PartitionedLog;
import dev.weir.operators.harness.PartitionedSource;
import dev.weir.operators.harness.PartitionedSource.Start;
import dev.weir.operators.sink.CollectedResults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partitions that are read from their end at the start, and partitions that appear later: each record is read once. */
class CaseH31LatePartitionsTest {

    private static final Duration PERIOD = Duration.ofMillis(5);

    @TempDir
    private Path storage;

    private final PartitionedLog log = new PartitionedLog();
    private final PartitionedSource source = new PartitionedSource(log, PERIOD, Start.LATEST);
    private final CollectedResults<Long> results = new CollectedResults<>();
    private final Semaphore looks = new Semaphore(0);

    private StreamJob job() {
        return (env, args) -> env.source("log", source).collect("results", results);
    }

    private JobSettings settings(String jobId) {
        return Jobs.settings(jobId).withStorage(storage.toUri().toString());
    }

    /** When the second look begins, the first has been taken note of. */
    private void awaitFirstLook() throws Exception {
        assertThat(looks.tryAcquire(2, Jobs.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void thePlaceWherePartitionsEndedAtTheStartIsKeptAlsoForOneWithoutRecords() throws Exception {
        source.inLook(looks::release);
        log.append("A", 1).append("B").append("C", 2, 3);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("latest"), job());
            awaitFirstLook();
            log.append("A", 10).append("B", 20);
            results.await(2, Jobs.PATIENCE);
            Jobs.cancel(job);
        }
        log.append("A", 11).append("B", 21).append("C", 31).append("E", 41);
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.goOn(weir, settings("latest").withParallelism(2), job());
            results.await(6, Jobs.PATIENCE);
            log.end();
            Jobs.finish(job);
        }
        assertThat(results.list()).containsExactlyInAnyOrder(10L, 20L, 11L, 21L, 31L, 41L);
    }

    @Test
    void aPartitionIsReadFromItsBeginningAndCheckpointsGoOnWhileItsDiscoveryHangs() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        source.inLook(looks::release);
        log.append("A", 1).append("B").append("C");
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("discovery"), job());
            awaitFirstLook();
            source.inLook(() -> {
                looks.release();
                awaitQuietly(answer);
            });
            looks.drainPermits();
            assertThat(looks.tryAcquire(1, Jobs.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            log.append("D", 100, 101, 102, 103, 104).append("A", 10);
            results.await(1, Jobs.PATIENCE);
            assertThat(results.list()).as("by a checkpoint").containsExactly(10L);

            answer.countDown();
            results.await(6, Jobs.PATIENCE);
            log.append("D", 105, 106, 107, 108, 109);
            results.await(11, Jobs.PATIENCE);
            log.end();
            Jobs.finish(job);
        } finally {
            answer.countDown();
        }
        assertThat(results.list())
                .containsExactlyInAnyOrder(10L, 100L, 101L, 102L, 103L, 104L, 105L, 106L, 107L, 108L, 109L);
    }

    @Test
    void aDiscoveryThatFailsOnceChangesNothing() throws Exception {
        Trap trap = new Trap(Trap.Kind.RUNTIME_EXCEPTION, () -> true);
        source.inLook(() -> {
            looks.release();
            if (!trap.isSprung()) {
                passUnchecked(trap);
            }
        });
        log.append("A").append("B");
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(weir, settings("failing"), job());
            assertThat(looks.tryAcquire(3, Jobs.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            log.append("A", 10).append("B", 20);
            results.await(2, Jobs.PATIENCE);
            log.end();
            assertThat(Jobs.finish(job).restarts()).isZero();
        }
        assertThat(results.list()).containsExactlyInAnyOrder(10L, 20L);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void passUnchecked(Trap trap) {
        try {
            trap.pass();
        } catch (RuntimeException wanted) {
            throw wanted;
        } catch (Exception other) {
            throw new AssertionError(other);
        }
    }
}
