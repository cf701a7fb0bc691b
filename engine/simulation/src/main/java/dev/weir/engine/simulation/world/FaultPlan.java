package dev.weir.engine.simulation.world;

import dev.weir.engine.simulation.program.Interference;
import dev.weir.engine.simulation.program.Phase;
import java.util.EnumMap;
import java.util.Map;

/**
 * Decides which fault strikes where. A seed picks some kinds, each with a budget; when the budgets are spent or the time
 * for faults is over, nothing strikes any more. Counts what has struck.
 */
final class FaultPlan implements Interference {

    /** Fewer than make a poisoned record of it: the same failure five times in a row ends a job. */
    private static final int MOST_THROWS = 4;

    private static final int MOST_OUTAGE = 12;

    private final Draws draws;
    private final Map<Fault, Integer> budgets = new EnumMap<>(Fault.class);
    private final Map<Fault, Double> chances = new EnumMap<>(Fault.class);
    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    private Phase target = Phase.PROCESS;
    private boolean over;
    private int outageLeft;

    FaultPlan(Draws draws) {
        this.draws = draws;
        allow(Fault.CRASH, 0.3, 3, 0.002);
        allow(Fault.CRASH_IN_STORAGE, 0.3, 2, 0.03);
        allow(Fault.CRASH_OUTSIDE, 0.2, 2, 0.05);
        allow(Fault.WORKER_CRASH, 0.3, 2, 0.002);
        allow(Fault.WORKER_PAUSE, 0.2, 2, 0.001);
        allow(Fault.ZOMBIE, 0.5, 4, 0.5);
        allow(Fault.PAUSE, 0.2, 2, 0.0015);
        allow(Fault.THROW, 0.5, MOST_THROWS, 0.05);
        allow(Fault.LOST_NOTICE, 0.2, 6, 0.1);
        allow(Fault.REPEATED_NOTICE, 0.2, 8, 0.1);
        allow(Fault.LOST_REPORT, 0.15, 3, 0.03);
        allow(Fault.REPEATED_REPORT, 0.3, 10, 0.05);
        allow(Fault.LOST_BATCH, 0.1, 1, 0.02);
        allow(Fault.RESET_CHANNEL, 0.1, 2, 0.02);
        allow(Fault.SLOW_CHANNEL, 0.3, 6, 0.2);
        allow(Fault.WRITE_FAILED, 0.2, 4, 0.03);
        allow(Fault.WRITE_UNANSWERED, 0.15, 3, 0.03);
        allow(Fault.TORN_WRITE, 0.2, 2, 0.02);
        allow(Fault.DELETE_FAILED, 0.15, 3, 0.1);
        allow(Fault.READ_FAILED, 0.1, 2, 0.02);
        allow(Fault.PUT_FAILED, 0.15, 4, 0.1);
        allow(Fault.PUT_UNANSWERED, 0.15, 4, 0.1);
        allow(Fault.SLOW_STORAGE, 0.25, 4, 0.02);
        allow(Fault.RESCALE, 0.5, 3, 0.5);
    }

    private void allow(Fault fault, double chanceOfKind, int most, double chanceOfEach) {
        if (draws.chance(chanceOfKind)) {
            budgets.put(fault, draws.between(1, most));
            chances.put(fault, chanceOfEach);
        }
        if (fault == Fault.THROW) {
            target = draws.oneOf(Phase.values());
        }
    }

    /** Whether the fault strikes here and now. */
    boolean strikes(Fault fault) {
        int left = over ? 0 : budgets.getOrDefault(fault, 0);
        if (left == 0 || !draws.chance(chances.getOrDefault(fault, 0.0))) {
            return false;
        }
        budgets.put(fault, left - 1);
        struck.merge(fault, 1, Integer::sum);
        return true;
    }

    /** Whether a put fails now; a failing storage may go on failing for a while. */
    boolean putFails(Fault fault) {
        if (outageLeft > 0 && !over) {
            outageLeft--;
            return true;
        }
        boolean fails = strikes(fault);
        if (fails && draws.chance(0.3)) {
            outageLeft = draws.between(1, MOST_OUTAGE);
        }
        return fails;
    }

    /** From now on nothing strikes. */
    void end() {
        over = true;
    }

    Map<Fault, Integer> struck() {
        return struck;
    }

    @Override
    public void before(Phase phase) throws Exception {
        boolean isOutside =
                phase == Phase.COMMIT || phase == Phase.COMMITTED || phase == Phase.PREPARE || phase == Phase.PREPARED;
        if (isOutside && strikes(Fault.CRASH_OUTSIDE)) {
            throw new ProcessDied("outside, in " + phase);
        }
        boolean isTarget = phase == target || draws.chance(0.02);
        if (isTarget && strikes(Fault.THROW)) {
            target = draws.oneOf(Phase.values());
            throwSomething(phase);
        }
    }

    private void throwSomething(Phase phase) throws Exception {
        String message = "user code throws in " + phase;
        switch (draws.between(0, 4)) {
            case 0 -> throw new IllegalStateException(message);
            case 1 -> throw new Exception(message);
            case 2 -> throw new AssertionError(message);
            case 3 -> throw new NoClassDefFoundError(message);
            default -> throw new StackOverflowError(message);
        }
    }
}
