package dev.weir.engine.simulation.world;

import dev.weir.engine.checkpoint.Moment;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.graph.JobGraph;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobSavepoints;
import dev.weir.engine.plan.ExecutionPlan;
import dev.weir.engine.plan.Planner;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.engine.simulation.program.GeneratedJob;
import dev.weir.engine.simulation.program.Scene;
import dev.weir.engine.worker.JobFiles;
import dev.weir.snapshot.plugin.HeapBackend;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.rocksdb.RocksProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One start of the job: the machine of its coordinator, store and enumerators, and the machines of its subtasks, which may
 * be the same one. A worker that died is replaced at once, by one that remembers nothing.
 */
final class SimulatedProcess {

    /** Hears of the end of a process's work. */
    interface Listener {
        void onEnded(SimulatedProcess process, JobResult result, CoordinatorCell.Close close);

        void onGivenUp(SimulatedProcess process, IOException reason);

        /** There is nothing to go on from: the job was canceled, and its checkpoints were to go. */
        void onDropped(SimulatedProcess process);
    }

    private static final long EPOCH_MILLIS = 1_700_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final int PROCESSES_PER_ONE_ON_THE_HEAP = 3;

    private final Environment environment;
    private final Listener listener;
    private final int number;
    private final GeneratedJob program;
    private final ExecutionPlan plan;
    private final @Nullable StateBackend disk;
    private final StateBackend state;
    private final JobFiles files;
    private final JobSavepoints savepoints;
    private final Machine control;
    private final List<Machine> workers = new ArrayList<>();
    private final CoordinatorCell coordinator;
    private int workersMade;

    /** @param parallelism by group of nodes */
    SimulatedProcess(Environment environment, Listener listener, int number, List<Integer> parallelism) {
        this.environment = environment;
        this.listener = listener;
        this.number = number;
        this.program = new GeneratedJob(
                new Scene(
                        environment.schedule().topology(),
                        environment.ledger(),
                        environment.faults(),
                        environment.oracles()),
                parallelism);
        this.plan = Planner.plan(graph(), settings(), Map.of());
        this.disk = diskOf(environment.schedule().settings());
        this.state = disk == null || number % PROCESSES_PER_ONE_ON_THE_HEAP == 0 ? HeapBackend.INSTANCE : disk;
        this.files = new JobFiles(
                environment.storage(),
                settings().jobId(),
                settings().checkpoint().inlineThresholdBytes(),
                SimulatedProcess.class.getClassLoader(),
                name -> disk == null ? HeapBackend.INSTANCE : disk);
        this.savepoints = new JobSavepoints(files, uri -> environment.storage());
        this.control = new Machine("process " + number, this, settings());
        for (int i = 0; i < environment.schedule().workers(); i++) {
            workers.add(newWorker());
        }
        this.coordinator = new CoordinatorCell(this);
    }

    /** Where databases are; null where all state is on the heap. */
    private static @Nullable StateBackend diskOf(JobSettings settings) {
        StateSettings state = settings.state();
        if (state.backend().equals(HeapBackend.NAME)) {
            return null;
        }
        try {
            return new RocksProvider()
                    .open(new StateBackendOptions(
                            SimulatedProcess.class.getClassLoader(),
                            settings.jobId(),
                            null,
                            state.memoryBytes(),
                            state.cacheBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the keyed state of its subtasks: that of a job on disk is on the heap in some of its lives. */
    StateBackend state() {
        return state;
    }

    /** What it has on disk goes. */
    void close() {
        if (disk != null) {
            disk.close();
        }
    }

    private Machine newWorker() {
        return new Machine("worker " + number + "-" + ++workersMade, this, settings());
    }

    void start() {
        coordinator.start();
    }

    Machine control() {
        return control;
    }

    List<Machine> workers() {
        return List.copyOf(workers);
    }

    /** Where a subtask of the next attempt runs. */
    Machine machineOf(SubtaskId subtask) {
        return workers.isEmpty() ? control : workers.get((subtask.chain() + subtask.index()) % workers.size());
    }

    /** A worker is dead: another takes its place, and the coordinator will be told. */
    void replace(Machine worker) {
        workers.set(workers.indexOf(worker), newWorker());
        coordinator.onWorkerGone(worker);
    }

    Environment environment() {
        return environment;
    }

    Listener listener() {
        return listener;
    }

    ExecutionPlan plan() {
        return plan;
    }

    JobSavepoints savepoints() {
        return savepoints;
    }

    JobFiles files() {
        return files;
    }

    JobSettings settings() {
        return environment.schedule().settings();
    }

    /** A graph of its own for each part that asks. */
    JobGraph graph() {
        return program.build(JobArguments.none(), settings().parallelism());
    }

    /** Sends a message from one actor to another. */
    EventQueue.Event send(Object from, Part to, Object message, Runnable action) {
        return send(from, to, message, environment.draws().messageNanos(), action);
    }

    EventQueue.Event send(Object from, Part to, Object message, long delayNanos, Runnable action) {
        return environment.events().send(new EventQueue.Envelope(to.machine(), from, to, message), delayNanos, action);
    }

    /** Lets something happen on the machine of a part, in no order with anything else. */
    EventQueue.Event after(long delayNanos, Part where, Object what, Runnable action) {
        return environment.events().after(delayNanos, where.machine(), what, action);
    }

    /** Storage work; now and then longer than a round may take. */
    long storageNanos() {
        long timeout = settings().checkpoint().timeout().toNanos();
        return environment.faults().strikes(Fault.SLOW_STORAGE)
                ? environment.draws().nanosBetween(timeout / 2, timeout * 2)
                : environment.draws().workNanos();
    }

    Moment now() {
        return new Moment(
                environment.events().nowNanos(), wallMillis(environment.events().nowNanos()));
    }

    static long wallMillis(long nanos) {
        return EPOCH_MILLIS + nanos / NANOS_PER_MILLI;
    }

    @Override
    public String toString() {
        return "process " + number;
    }
}
