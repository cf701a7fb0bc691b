package dev.weir.engine.wire;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Extension;
import org.apache.pekko.actor.typed.ExtensionId;

/**
 * The task threads that one actor system has made, by job. Known by identity: another engine in this JVM may run the same
 * job under the same names. Thread-safe.
 */
final class TaskThreads implements Extension {

    private static final ExtensionId<TaskThreads> ID = new ExtensionId<>() {
        @Override
        public TaskThreads createExtension(ActorSystem<?> system) {
            return new TaskThreads();
        }
    };

    private final Map<String, Set<Thread>> byJob = new ConcurrentHashMap<>();

    private TaskThreads() {}

    static TaskThreads of(ActorSystem<?> system) {
        return ID.apply(system);
    }

    /** Makes a job's threads as {@code base} does, under names that begin with this one. */
    ThreadFactory factory(String jobId, String name, ThreadFactory base) {
        AtomicLong count = new AtomicLong();
        Set<Thread> threads = byJob.computeIfAbsent(
                jobId, job -> Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>())));
        return work -> {
            Thread thread = base.newThread(work);
            thread.setName(name + "-" + count.incrementAndGet());
            threads.add(thread);
            return thread;
        };
    }

    /** Interrupts what still runs for a job that is being given up, in case its code heeds that. */
    void interrupt(String jobId) {
        Set<Thread> threads = byJob.get(jobId);
        if (threads != null) {
            synchronized (threads) {
                threads.forEach(Thread::interrupt);
            }
        }
    }
}
