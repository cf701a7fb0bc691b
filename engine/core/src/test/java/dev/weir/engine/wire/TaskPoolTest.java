package dev.weir.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pool with real threads and the real clock; nothing here depends on how fast they are. */
class TaskPoolTest {

    private static final long MILLI_NANOS = 1_000_000;

    private final AtomicInteger threadsMade = new AtomicInteger();
    private final ThreadFactory threads = task -> {
        threadsMade.incrementAndGet();
        Thread thread = new Thread(task, "task-pool-test");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((dead, thrown) -> {});
        return thread;
    };
    private final TaskPool pool = new TaskPool(3, threads);

    @AfterEach
    void end() throws InterruptedException {
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anAlarmRingsOnATaskThreadAndNotBeforeItsTime() throws Exception {
        CompletableFuture<Long> rung = new CompletableFuture<>();
        Alarm alarm = alarmOf(pool, () -> rung.complete(System.nanoTime()));
        long due = System.nanoTime() + 5 * MILLI_NANOS;
        alarm.set(due);
        assertThat(get(rung) - due).isNotNegative();
    }

    @Test
    void anAlarmWhoseTimeHasPassedRingsAtOnce() throws Exception {
        CompletableFuture<Boolean> rung = new CompletableFuture<>();
        alarmOf(pool, () -> rung.complete(true)).set(System.nanoTime() - MILLI_NANOS);
        assertThat(get(rung)).isTrue();
    }

    @Test
    void anEarlierAlarmIsNotHeldUpByALaterOne() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Boolean> rung = new CompletableFuture<>();
        Alarm late = alarmOf(pool, () -> order.add("late"));
        Alarm early = alarmOf(pool, () -> {
            order.add("early");
            rung.complete(true);
        });
        late.set(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
        early.set(System.nanoTime() + MILLI_NANOS);
        assertThat(get(rung)).isTrue();
        assertThat(order).containsExactly("early");
    }

    @Test
    void aCanceledAlarmAndOneThatIsSetAnewDoNotRingAtTheirOldTime() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Boolean> rung = new CompletableFuture<>();
        Alarm canceled = alarmOf(pool, () -> order.add("canceled"));
        Alarm moved = alarmOf(pool, () -> order.add("moved"));
        Alarm last = alarmOf(pool, () -> rung.complete(true));
        long now = System.nanoTime();
        canceled.set(now + 20 * MILLI_NANOS);
        moved.set(now + 20 * MILLI_NANOS);
        last.set(now + 21 * MILLI_NANOS);
        canceled.cancel();
        moved.set(now + TimeUnit.HOURS.toNanos(1));
        assertThat(get(rung)).isTrue();
        assertThat(order).isEmpty();
    }

    @Test
    void anAlarmRingsWhileTheThreadThatSetItIsBusy() throws Exception {
        CountDownLatch rung = new CountDownLatch(1);
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        pool.execute(() -> {
            TaskPool.alarm(rung::countDown).set(System.nanoTime() + MILLI_NANOS);
            seen.complete(await(rung));
        });
        assertThat(get(seen)).isTrue();
    }

    @Test
    void anAlarmRingsWhileAllThatRangBeforeAreBusy() throws Exception {
        CountDownLatch third = new CountDownLatch(1);
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        Alarm first = alarmOf(pool, () -> pool.execute(() -> await(third)));
        Alarm second = alarmOf(pool, () -> pool.execute(() -> seen.complete(await(third))));
        Alarm last = alarmOf(pool, third::countDown);
        long now = System.nanoTime();
        first.set(now + MILLI_NANOS);
        second.set(now + 2 * MILLI_NANOS);
        last.set(now + 3 * MILLI_NANOS);
        assertThat(get(seen)).isTrue();
    }

    @Test
    void noTaskWaitsWhileAThreadHasNothingToDo() throws Exception {
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        CountDownLatch inner = new CountDownLatch(2);
        pool.execute(() -> {
            pool.execute(() -> {
                inner.countDown();
                await(inner);
            });
            pool.execute(() -> {
                inner.countDown();
                await(inner);
            });
            seen.complete(await(inner));
        });
        assertThat(get(seen)).isTrue();
        assertThat(threadsMade.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void tasksRunInTheirOrderOnOneThread() throws Exception {
        TaskPool single = new TaskPool(1, threads);
        List<Integer> order = new ArrayList<>();
        CompletableFuture<List<Integer>> done = new CompletableFuture<>();
        single.execute(() -> {
            for (int i = 0; i < 100; i++) {
                int number = i;
                single.execute(() -> order.add(number));
            }
            single.execute(() -> done.complete(order));
        });
        assertThat(get(done)).hasSize(100).isSorted();
        single.shutdown();
        assertThat(single.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aTaskThatThrowsAndAnInterruptLeaveThePoolAtWork() throws Exception {
        TaskPool single = new TaskPool(1, threads);
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        CompletableFuture<Boolean> woken = new CompletableFuture<>();
        single.execute(() -> {
            single.execute(() -> Thread.currentThread().interrupt());
            single.execute(() -> ran.complete(true));
            TaskPool.alarm(() -> woken.complete(true)).set(System.nanoTime() + 5 * MILLI_NANOS);
            throw new IllegalStateException("thrown by a task");
        });
        assertThat(get(ran)).isTrue();
        assertThat(get(woken)).isTrue();
        single.shutdown();
        assertThat(single.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void afterItsEndNothingIsTakenAndNothingRings() throws Exception {
        ExecutorService ended = new TaskPool(2, threads);
        AtomicBoolean rung = new AtomicBoolean();
        Alarm alarm = alarmOf(ended, () -> rung.set(true));
        alarm.set(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
        ended.shutdown();
        assertThat(ended.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ended.isTerminated()).isTrue();
        alarm.set(System.nanoTime());
        assertThatThrownBy(() -> ended.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(rung).isFalse();
    }

    @Test
    void anAlarmNeedsATaskThread() {
        assertThatThrownBy(() -> TaskPool.alarm(() -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("task thread");
    }

    private static Alarm alarmOf(ExecutorService pool, Runnable ring) throws Exception {
        return pool.submit(() -> TaskPool.alarm(ring)).get(30, TimeUnit.SECONDS);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
