package dev.weir.engine.wire;

import com.typesafe.config.Config;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.dispatch.Dispatcher;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceFactory;
import org.apache.pekko.dispatch.ExecutorServiceFactoryProvider;
import org.apache.pekko.dispatch.MessageDispatcher;
import org.apache.pekko.dispatch.MessageDispatcherConfigurator;
import org.apache.pekko.dispatch.MonitorableThreadFactory;
import scala.concurrent.duration.FiniteDuration;

/** Makes the dispatchers of a job's subtasks, which run on {@link TaskPool}s. */
final class TaskDispatcherConfigurator extends MessageDispatcherConfigurator {

    /** How many messages an actor is given before the next one's turn. */
    private static final int THROUGHPUT = 20;

    /** An actor whose messages take their time gives its thread to the next one sooner. */
    private static final FiniteDuration THROUGHPUT_DEADLINE = new FiniteDuration(1, TimeUnit.MILLISECONDS);

    /** Threads are kept this long for the next attempt. */
    private static final FiniteDuration SHUTDOWN_TIMEOUT = new FiniteDuration(100, TimeUnit.MILLISECONDS);

    /** Who shares a dispatcher. */
    enum Sharing {
        ALL,
        /** Each actor has one of its own. */
        NONE
    }

    private final Sharing sharing;
    private final int threads;
    private final MessageDispatcher shared;

    TaskDispatcherConfigurator(Config config, DispatcherPrerequisites prerequisites, Sharing sharing, int threads) {
        super(config, prerequisites);
        this.sharing = sharing;
        this.threads = threads;
        this.shared = newDispatcher();
    }

    @Override
    public MessageDispatcher dispatcher() {
        return sharing == Sharing.ALL ? shared : newDispatcher();
    }

    private MessageDispatcher newDispatcher() {
        return new Dispatcher(
                this, config().getString("id"), THROUGHPUT, THROUGHPUT_DEADLINE, new Pools(threads), SHUTDOWN_TIMEOUT);
    }

    private record Pools(int maxThreads) implements ExecutorServiceFactoryProvider {
        @Override
        public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
            ThreadFactory named = threads instanceof MonitorableThreadFactory monitorable
                    ? monitorable.withName(monitorable.name() + "-" + id)
                    : threads;
            return () -> pool(named);
        }

        private ExecutorService pool(ThreadFactory named) {
            return new TaskPool(maxThreads, named);
        }
    }
}
