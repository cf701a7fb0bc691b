package dev.weir.engine.local;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobProgram;
import dev.weir.engine.job.JobActor;
import dev.weir.engine.job.JobCommand;
import dev.weir.engine.job.JobMonitor;
import dev.weir.engine.plan.JobRefusedException;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.wire.TaskDispatchers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs in this JVM: in a test, a {@code main}, a host application. It never ends its JVM, and leaves no thread
 * behind after {@link #close}, unless user code ignores its end. Thread-safe.
 *
 * <pre>{@code
 * try (LocalWeir weir = LocalWeir.start()) {
 *     JobResult result = weir.submit(program, JobArguments.none(), settings, new StartFrom.Fresh()).await();
 * }
 * }</pre>
 */
public final class LocalWeir implements AutoCloseable {

    private static final Duration CLOSE_MARGIN = Duration.ofSeconds(15);

    /** Nothing of the host's own configuration is read. */
    private static final String SYSTEM = """
            pekko {
              daemonic = on
              jvm-exit-on-fatal-error = off
              jvm-shutdown-hooks = off
              coordinated-shutdown.run-by-jvm-shutdown-hook = off
              coordinated-shutdown.exit-jvm = off
              loggers = ["org.apache.pekko.event.slf4j.Slf4jLogger"]
              logging-filter = "org.apache.pekko.event.slf4j.Slf4jLoggingFilter"
              loglevel = INFO
              stdout-loglevel = OFF
              log-dead-letters = off
              log-dead-letters-during-shutdown = off
              actor {
                allow-java-serialization = off
                default-dispatcher.fork-join-executor { parallelism-min = 1, parallelism-max = 2 }
                internal-dispatcher.fork-join-executor { parallelism-min = 1, parallelism-max = 2 }
              }
            }
            """;

    private record Running(JobHandle handle, Duration cancelTimeout) {}

    private final Logger log;
    /** Made on a thread of its own, as it takes about as long to load as a job to be checked. */
    private final CompletableFuture<ActorSystem<LocalActor.Command>> system;

    private final OpenStorages storages = new OpenStorages();
    private final Map<String, Running> jobs = new HashMap<>();
    private long lastRun;
    private boolean closed;

    private LocalWeir() {
        CompletableFuture<Config> config = CompletableFuture.supplyAsync(LocalWeir::config, LocalWeir::onNewThread);
        // Meanwhile the log is set up, and before the system is there: of two threads that did so at once one lost
        // lines.
        this.log = LoggerFactory.getLogger(LocalWeir.class);
        this.system = config.thenApplyAsync(LocalWeir::startSystem, LocalWeir::onNewThread);
    }

    private static void onNewThread(Runnable task) {
        Thread thread = new Thread(task, "weir-start");
        thread.setDaemon(true);
        thread.start();
    }

    private static Config config() {
        return ConfigFactory.parseString(SYSTEM)
                .withFallback(TaskDispatchers.config())
                .withFallback(ConfigFactory.defaultReference(LocalWeir.class.getClassLoader()))
                .resolve();
    }

    private static ActorSystem<LocalActor.Command> startSystem(Config config) {
        DispatcherSelector control = DispatcherSelector.fromConfig(TaskDispatchers.CONTROL);
        return ActorSystem.create(LocalActor.create(control), "weir", config);
    }

    /** Starts an engine without any job. */
    public static LocalWeir start() {
        return new LocalWeir();
    }

    /**
     * Checks and plans a job and starts it. Blocks for as long as the storage takes to be read.
     *
     * @throws JobRefusedException where the job can't start as it is drawn, set or restored, with rule, values and remedy;
     *     no checkpoint has been touched then
     */
    public synchronized JobHandle submit(
            JobProgram program, JobArguments arguments, JobSettings settings, StartFrom from) {
        if (closed) {
            throw new IllegalStateException("jobs are submitted before the engine is closed: job=" + settings.jobId());
        }
        Running before = jobs.get(settings.jobId());
        if (before != null && !before.handle().status().status().isTerminal()) {
            throw new JobRefusedException("a job runs once at a time: job id '" + settings.jobId()
                    + "' is running; cancel it first, or submit under another id");
        }
        Submission submission = new Submission(program, arguments, settings);
        JobActor.Wiring wiring = submission.prepare(storages, from);
        submission.warnings().forEach(warning -> log.warn("job {}: {}", settings.jobId(), warning));
        long run = ++lastRun;
        ActorSystem<LocalActor.Command> running = system.join();
        running.tell(new LocalActor.Run(run, wiring));
        JobHandle handle = new JobHandle(
                settings.jobId(),
                wiring.monitor(),
                wiring.context().meters(),
                wiring.context().state(),
                submission.warnings(),
                command -> running.tell(envelope(run, wiring.monitor(), command)));
        jobs.put(settings.jobId(), new Running(handle, settings.task().cancelTimeout()));
        return handle;
    }

    private static LocalActor.Command envelope(long run, JobMonitor monitor, JobCommand command) {
        return command instanceof JobCommand.Request request
                ? new LocalActor.Ask(run, monitor, request)
                : new LocalActor.Cancel(run);
    }

    /** Cancels all jobs, waits for their ends, and ends the engine. Repeating it does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        jobs.values().forEach(job -> job.handle().cancel());
        jobs.values().forEach(this::awaitEnd);
        ActorSystem<LocalActor.Command> ending = system.join();
        ending.terminate();
        try {
            ending.getWhenTerminated().toCompletableFuture().get(CLOSE_MARGIN.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException stuck) {
            log.warn("the engine did not end in {}; user code still runs on its threads", CLOSE_MARGIN, stuck);
        }
        storages.close();
    }

    private void awaitEnd(Running job) {
        try {
            job.handle().await(job.cancelTimeout().plus(CLOSE_MARGIN));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException stuck) {
            log.warn("job {} did not end when canceled", job.handle().jobId(), stuck);
        }
    }
}
