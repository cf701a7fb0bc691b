package dev.weir.engine.simulation.world;

import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.simulation.ledger.Ledger;
import dev.weir.engine.simulation.program.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: a job run through the faults of a seed until it has finished. Single-threaded; the same seed gives the
 * same events. Real classes make all decisions, the world decides only when what happens and what goes wrong.
 */
public final class World implements SimulatedProcess.Listener {

    private static final long LONGEST_PAUSE_NANOS = 500_000_000;
    private static final int MOST_STEPS = 50_000;
    private static final long MOST_NANOS = 3_600_000_000_000L;
    private static final long FAULTS_END_NANOS = 5_000_000_000L;

    private final Draws draws;
    private final EventQueue events = new EventQueue();
    private final FaultPlan faults;
    private final SimulatedStorage storage;
    private final Ledger ledger;
    private final Oracles oracles;
    private final People people;
    private final Environment environment;
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final int faultsEndStep;
    private List<Integer> parallelism;
    private boolean finished;
    private long steps;

    private World(long seed) {
        this.draws = new Draws(seed);
        Schedule schedule = Schedule.draw(seed, draws);
        this.faults = new FaultPlan(draws);
        this.people = new People(draws);
        this.oracles = new Oracles(schedule, people);
        this.storage = new SimulatedStorage(oracles.checkpoints(), faults, draws, events);
        this.parallelism = schedule.parallelism();
        this.ledger = new Ledger(oracles::onCommitted);
        this.environment = new Environment(schedule, events, draws, faults, storage, ledger, oracles, people);
        this.faultsEndStep = draws.between(200, 5000);
    }

    /**
     * Runs the schedule of a seed.
     *
     * @throws Violation where a rule is broken, with the seed and the last events
     */
    public static ScheduleReport run(long seed) {
        World world = new World(seed);
        try {
            world.run();
        } catch (RuntimeException | Error broken) {
            throw new Violation(seed, broken, world.events.lastEvents());
        }
        Schedule schedule = world.environment.schedule();
        return new ScheduleReport(
                world.steps,
                world.events.nowNanos(),
                world.processes.size(),
                schedule.mode(),
                world.faults.struck(),
                EdgeKind.countIn(schedule.topology()),
                world.people.granted(),
                world.oracles.restored());
    }

    private void run() {
        try {
            startProcess();
            for (EventQueue.Event event = events.next(); event != null; event = events.next()) {
                step(event);
            }
        } finally {
            processes.forEach(SimulatedProcess::close);
        }
        if (!finished) {
            throw new Violation("the job makes progress", "nothing is going to happen any more");
        }
        new FinalChecks(environment, processes.size()).run();
    }

    private void step(EventQueue.Event event) {
        Machine owner = event.owner();
        if (owner != null && owner.isDead()) {
            return;
        }
        if (owner != null && owner.pausedUntilNanos() > events.nowNanos()) {
            events.postpone(event, owner.pausedUntilNanos());
            return;
        }
        if (++steps > MOST_STEPS || events.nowNanos() > MOST_NANOS) {
            throw new Violation("the job makes progress", "steps=" + steps + ", nanos=" + events.nowNanos());
        }
        try {
            events.perform(event);
        } catch (ProcessDied died) {
            kill(owner, String.valueOf(died.getMessage()));
        }
        oracles.afterStep();
        interfere(owner);
    }

    private void interfere(@Nullable Machine owner) {
        if (finished || steps > faultsEndStep || events.nowNanos() > FAULTS_END_NANOS) {
            faults.end();
        }
        if (owner == null || owner.process() != current()) {
            return;
        }
        if (owner != current().control()) {
            interfereWithWorker(owner);
            return;
        }
        if (faults.strikes(Fault.CRASH)) {
            kill(owner, "between two steps");
        } else if (faults.strikes(Fault.PAUSE)) {
            events.remember("  --- " + owner + " is paused");
            owner.pauseUntil(events.nowNanos() + draws.nanosBetween(1_000_000, LONGEST_PAUSE_NANOS));
            if (draws.chance(0.7)) {
                startSuccessor("a successor of the paused process starts");
            }
        }
    }

    private void interfereWithWorker(Machine worker) {
        if (worker.isDead()) {
            return;
        }
        if (faults.strikes(Fault.WORKER_CRASH)) {
            kill(worker, "between two steps");
        } else if (faults.strikes(Fault.WORKER_PAUSE)) {
            events.remember("  --- " + worker + " is paused");
            worker.pauseUntil(events.nowNanos() + draws.nanosBetween(1_000_000, LONGEST_PAUSE_NANOS));
        }
    }

    private void kill(@Nullable Machine machine, String where) {
        if (machine == null || machine.isDead()) {
            return;
        }
        events.remember("  --- " + machine + " is killed " + where);
        machine.kill();
        SimulatedProcess process = machine.process();
        if (machine != process.control()) {
            if (!process.control().isDead()) {
                process.replace(machine);
            }
            return;
        }
        process.workers().forEach(this::orphan);
        if (process == current()) {
            startSuccessor("a successor of the dead process starts");
        }
    }

    /** The workers of a dead coordinator die with it, or go on for a while without knowing. */
    private void orphan(Machine worker) {
        if (faults.strikes(Fault.ZOMBIE)) {
            events.remember("  --- " + worker + " outlives its coordinator");
            events.after(draws.nanosBetween(0, LONGEST_PAUSE_NANOS), null, worker + " notices, and ends", worker::kill);
        } else {
            worker.kill();
        }
    }

    private SimulatedProcess current() {
        return processes.get(processes.size() - 1);
    }

    private void startSuccessor(String why) {
        int expected = processes.size();
        events.after(draws.nanosBetween(0, 60_000_000), null, why, () -> {
            if (processes.size() == expected) {
                startProcess();
            }
        });
    }

    private void startProcess() {
        Topology topology = environment.schedule().topology();
        if (!processes.isEmpty() && !topology.hasFinishHooks() && faults.strikes(Fault.RESCALE)) {
            parallelism = Schedule.drawParallelism(topology, draws);
        }
        SimulatedProcess process = new SimulatedProcess(environment, this, processes.size() + 1, parallelism);
        processes.add(process);
        process.start();
    }

    @Override
    public void onEnded(SimulatedProcess process, JobResult result, CoordinatorCell.Close close) {
        if (close == CoordinatorCell.Close.UNASKED) {
            oracles.onEnded(result.status(), String.valueOf(result.failure().orElse(null)));
        }
        if (process != current()) {
            return;
        }
        switch (close) {
            case UNASKED, MEANINGLESS -> {
                if (result.status() == JobStatus.FINISHED) {
                    finished = true;
                } else {
                    startSuccessor("the job was given up by its coordinator, another one starts");
                }
            }
            case STOPPED -> startSuccessor("the job was stopped, and is started from its savepoint");
            case DRAINED -> finished = true;
            case CANCELED -> {
                people.granted(Wish.CANCEL);
                startSuccessor("the job was canceled, and goes on from its last checkpoint");
            }
        }
    }

    @Override
    public void onDropped(SimulatedProcess process) {
        if (process == current()) {
            people.granted(Wish.CANCEL);
            finished = true;
        }
    }

    @Override
    public void onGivenUp(SimulatedProcess process, IOException reason) {
        if (process == current()) {
            startSuccessor("the job could not be claimed, another process starts");
        }
    }
}
