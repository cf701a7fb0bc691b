package dev.weir.engine.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run a job's subtasks, and their alarms. One of the threads that have nothing to do, the watch, waits
 * for the first alarm itself and then runs the subtask that it wakes: there is no timer thread, no tick and no hand-over.
 *
 * <p>Invariants: no task waits while a thread of the pool has nothing to do; tasks run in the order they came, behind the
 * alarms that are due. While a thread has nothing to do, an alarm rings at most {@link #PATIENCE_NANOS} late and without
 * delay where the watch is not at work: so that not every alarm wakes two threads, the watch's leave is noticed by
 * another thread's looking after it, not by a signal. Nothing spins. One lock guards everything; user code never runs
 * under it.
 */
final class TaskPool extends AbstractExecutorService {

    /** How long the watch may be at work before another thread takes its place; as long as a slice. */
    private static final long PATIENCE_NANOS = 1_000_000;

    private static final ThreadLocal<Worker> CURRENT = new ThreadLocal<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition terminated = lock.newCondition();
    private final ArrayDeque<Runnable> ready = new ArrayDeque<>();
    private final Deadlines deadlines = new Deadlines();
    /** Those that wait and have not been called, the last to begin at the end. */
    private final ArrayDeque<Worker> idle = new ArrayDeque<>();

    private final ThreadFactory threads;
    private final int maxThreads;
    private int threadCount;
    private @Nullable Worker watch;
    private @Nullable Worker deputy;
    private boolean shutdown;

    TaskPool(int maxThreads, ThreadFactory threads) {
        this.maxThreads = maxThreads;
        this.threads = threads;
    }

    /**
     * An alarm of the pool whose thread this is.
     *
     * @param ring what to do then; returns soon and throws nothing
     * @throws IllegalStateException on a thread of no pool
     */
    static Alarm alarm(Runnable ring) {
        Worker worker = CURRENT.get();
        if (worker == null) {
            throw new IllegalStateException("an alarm is made on a task thread: thread="
                    + Thread.currentThread().getName());
        }
        return worker.pool().new PoolAlarm(ring);
    }

    @Override
    public void execute(Runnable task) {
        Worker caller = CURRENT.get();
        lock.lock();
        try {
            if (shutdown) {
                throw new RejectedExecutionException("a pool takes tasks until its last subtask has gone");
            }
            ready.addLast(task);
            if (caller == null || !caller.isRinging || caller.pool() != this) {
                callOne();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has a thread that has nothing to do look for work, the watch last; starts one where none has. */
    private void callOne() {
        Worker called = idle.pollLast();
        if (called != null && called == watch && !idle.isEmpty()) {
            called = idle.pollLast();
            idle.addLast(watch);
        }
        if (called != null) {
            called.call();
        } else if (threadCount < maxThreads) {
            threads.newThread(new Worker()).start();
            threadCount++;
        }
    }

    /** What to run next; waits for it. Null when the pool has ended. */
    private @Nullable Runnable take(Worker worker) {
        lock.lock();
        try {
            while (true) {
                Deadlines.Entry due = deadlines.isEmpty() ? null : deadlines.pollDue(System.nanoTime());
                if (due != null) {
                    worker.isRinging = true;
                    return due.ring();
                }
                worker.isRinging = false;
                Runnable task = ready.pollFirst();
                if (task != null) {
                    if (!ready.isEmpty() || isUnwatched()) {
                        callOne();
                    }
                    return task;
                }
                if (shutdown) {
                    return null;
                }
                worker.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isUnwatched() {
        return !deadlines.isEmpty() && watch == null && deputy == null;
    }

    /** The first alarm has changed: sees that somebody wakes for it. */
    private void onFirstAlarm(long dueNanos) {
        if (watch != null) {
            if (dueNanos - watch.wakesAtNanos < 0) {
                idle.remove(watch);
                watch.call();
            }
        } else if (deputy == null || dueNanos + PATIENCE_NANOS - deputy.wakesAtNanos < 0) {
            callOne();
        }
    }

    @Override
    public void shutdown() {
        lock.lock();
        try {
            shutdown = true;
            deadlines.clear();
            idle.forEach(Worker::call);
            idle.clear();
            terminated.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        lock.lock();
        try {
            List<Runnable> left = new ArrayList<>(ready);
            ready.clear();
            shutdown();
            return left;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isShutdown() {
        lock.lock();
        try {
            return shutdown;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isTerminated() {
        lock.lock();
        try {
            return shutdown && threadCount == 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long leftNanos = unit.toNanos(timeout);
        lock.lock();
        try {
            while (!(shutdown && threadCount == 0) && leftNanos > 0) {
                leftNanos = terminated.awaitNanos(leftNanos);
            }
            return shutdown && threadCount == 0;
        } finally {
            lock.unlock();
        }
    }

    /** One thread of the pool. */
    private final class Worker implements Runnable {

        private final Condition called = lock.newCondition();
        private boolean isCalled;
        private long wakesAtNanos;
        /** What is handed in now is run by this thread next. */
        private boolean isRinging;

        TaskPool pool() {
            return TaskPool.this;
        }

        @Override
        public void run() {
            CURRENT.set(this);
            try {
                for (Runnable task = take(this); task != null; task = take(this)) {
                    task.run();
                }
            } finally {
                end();
            }
        }

        /** Under the lock; also where a task has thrown, so that what waits is not left behind. */
        private void end() {
            lock.lock();
            try {
                threadCount--;
                if (!ready.isEmpty() || isUnwatched()) {
                    callOne();
                }
                terminated.signalAll();
            } finally {
                lock.unlock();
            }
        }

        void call() {
            isCalled = true;
            called.signal();
        }

        /** Waits until it is called or, as watch or deputy, until it is time to look at the alarms. */
        private void await() {
            isCalled = false;
            idle.addLast(this);
            try {
                if (deadlines.isEmpty()) {
                    awaitCall();
                } else if (watch == null) {
                    watch = this;
                    awaitUntil(deadlines.firstNanos());
                } else if (deputy == null) {
                    deputy = this;
                    awaitUntil(deadlines.firstNanos() + PATIENCE_NANOS);
                } else {
                    awaitCall();
                }
            } catch (InterruptedException meantForUserCode) {
                // Whoever interrupts means the user code that ran before; the thread looks for work and waits again.
            } finally {
                if (!isCalled) {
                    idle.remove(this);
                }
                watch = watch == this ? null : watch;
                deputy = deputy == this ? null : deputy;
            }
        }

        private void awaitCall() throws InterruptedException {
            while (!isCalled) {
                called.await();
            }
        }

        private void awaitUntil(long nanoTime) throws InterruptedException {
            wakesAtNanos = nanoTime;
            long leftNanos = nanoTime - System.nanoTime();
            while (!isCalled && leftNanos > 0) {
                leftNanos = called.awaitNanos(leftNanos);
            }
        }
    }

    private final class PoolAlarm implements Alarm {

        private final Deadlines.Entry entry;

        PoolAlarm(Runnable ring) {
            this.entry = new Deadlines.Entry(ring);
        }

        @Override
        public void set(long nanoTime) {
            lock.lock();
            try {
                if (!shutdown) {
                    deadlines.set(entry, nanoTime);
                    if (deadlines.firstNanos() == nanoTime) {
                        onFirstAlarm(nanoTime);
                    }
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void cancel() {
            lock.lock();
            try {
                deadlines.cancel(entry);
            } finally {
                lock.unlock();
            }
        }
    }
}
