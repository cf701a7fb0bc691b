package dev.weir.engine.wire;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import dev.weir.engine.graph.Node.Threading;
import dev.weir.engine.wire.TaskDispatcherConfigurator.Sharing;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.dispatch.DefaultDispatcherPrerequisites;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.Dispatchers;

/**
 * The dispatchers of an actor system that runs jobs: task threads per job, so that a looping function starves no other
 * job; a pool for blocking snapshot work; a small one for control.
 */
public final class TaskDispatchers {

    /** For blocking work: writing and reading snapshots, commits. */
    public static final String SNAPSHOT = "weir-snapshot-dispatcher";

    /** For coordinators. */
    public static final String CONTROL = "weir-control-dispatcher";

    private static final String POOL = """
            type = Dispatcher
            executor = "thread-pool-executor"
            thread-pool-executor { fixed-pool-size = %d, allow-core-timeout = on, keep-alive-time = 10s }
            throughput = %d
            shutdown-timeout = 100ms
            """;

    private static final int SNAPSHOT_THREADS = 8;
    private static final int CONTROL_THREADS = 2;

    private TaskDispatchers() {}

    /** What the actor system's configuration needs for the fixed dispatchers. */
    public static Config config() {
        return block(SNAPSHOT, POOL.formatted(SNAPSHOT_THREADS, 1))
                .withFallback(block(CONTROL, POOL.formatted(CONTROL_THREADS, 5)));
    }

    private static Config block(String id, String content) {
        return ConfigFactory.parseString(content).atPath(id);
    }

    /**
     * The selector for a job's subtasks; registers the dispatcher on first use. The threads end with the last subtask.
     *
     * @param threads task threads; 0 for as many as there are processors
     */
    public static DispatcherSelector forTasks(ActorSystem<?> system, String jobId, int threads, Threading threading) {
        boolean pinned = threading == Threading.OWN_THREAD;
        String name = "weir-" + (pinned ? "blocking-" : "tasks-") + jobId;
        // An id is looked up as a path of the configuration, where dots of a job id would have a meaning.
        String id = ConfigUtil.joinPath(name);
        Dispatchers dispatchers = Adapter.toClassic(system).dispatchers();
        if (!dispatchers.hasDispatcher(id)) {
            DispatcherPrerequisites given = dispatchers.prerequisites();
            ThreadFactory factory = TaskThreads.of(system).factory(jobId, name, given.threadFactory());
            register(dispatchers, id, pinned ? 1 : threadCount(threads), threading, with(factory, given));
        }
        return DispatcherSelector.fromConfig(id);
    }

    private static DispatcherPrerequisites with(ThreadFactory threads, DispatcherPrerequisites given) {
        return new DefaultDispatcherPrerequisites(
                threads,
                given.eventStream(),
                given.scheduler(),
                given.dynamicAccess(),
                given.settings(),
                given.mailboxes(),
                given.defaultExecutionContext());
    }

    /** Interrupts the task threads of a job that is being given up; other jobs and other engines notice nothing. */
    public static void interruptTasks(ActorSystem<?> system, String jobId) {
        TaskThreads.of(system).interrupt(jobId);
    }

    private static int threadCount(int threads) {
        return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    }

    private static void register(
            Dispatchers dispatchers,
            String id,
            int threads,
            Threading threading,
            DispatcherPrerequisites prerequisites) {
        Config config = ConfigFactory.parseMap(Map.of("id", id)).withFallback(dispatchers.defaultDispatcherConfig());
        Sharing sharing = threading == Threading.OWN_THREAD ? Sharing.NONE : Sharing.ALL;
        dispatchers.registerConfigurator(id, new TaskDispatcherConfigurator(config, prerequisites, sharing, threads));
    }

    /**
     * An alarm for the actor whose thread this is.
     *
     * @param ring what to do when it is due, on a task thread; returns soon and throws nothing
     * @throws IllegalStateException on a thread that runs no subtask
     */
    public static Alarm alarm(Runnable ring) {
        return TaskPool.alarm(ring);
    }

    /** The executor for blocking work. */
    public static Executor snapshotExecutor(ActorSystem<?> system) {
        return system.dispatchers().lookup(DispatcherSelector.fromConfig(SNAPSHOT));
    }
}
