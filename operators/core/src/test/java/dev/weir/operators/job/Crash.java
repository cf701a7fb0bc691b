package dev.weir.operators.job;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One failure of user code in one phase of a job's life; a phase of the second attempt has a plain failure before it. */
final class Crash {

    /** Where user code is called. */
    enum Phase {
        POLL,
        CHECKPOINT_COMPLETE,
        MAP,
        KEY_SELECTOR,
        OPEN,
        PROCESS,
        EVENT_TIMER,
        PROCESSING_TIMER,
        SINK_OPEN,
        BEGIN,
        WRITE,
        PREPARE,
        BEFORE_COMMIT,
        AFTER_COMMIT,
        ABORT_LEFTOVERS,
        OPEN_AGAIN,
        SOURCE_CLOSE,
        CLOSE
    }

    private final Map<Phase, Trap> traps = new EnumMap<>(Phase.class);
    private final Trap wanted;
    private final boolean comesAtTheEnd;

    Crash(Phase phase, Trap.Kind kind, BooleanSupplier checkpointed) {
        this.wanted = new Trap(kind, readiness(phase, checkpointed));
        this.comesAtTheEnd = phase == Phase.CLOSE || phase == Phase.SOURCE_CLOSE;
        traps.put(phase, wanted);
    }

    private BooleanSupplier readiness(Phase phase, BooleanSupplier checkpointed) {
        return switch (phase) {
            case OPEN, SINK_OPEN, ABORT_LEFTOVERS, SOURCE_CLOSE, CLOSE -> () -> true;
            case OPEN_AGAIN -> {
                Trap first = new Trap(Trap.Kind.RUNTIME_EXCEPTION, checkpointed);
                traps.put(Phase.MAP, first);
                yield first::isSprung;
            }
            default -> checkpointed;
        };
    }

    void at(Phase phase) throws Exception {
        Trap trap = traps.get(phase);
        if (trap != null) {
            trap.pass();
        }
    }

    /** Whether the job may end as soon as it can. */
    boolean needsNoMoreTime() {
        return comesAtTheEnd || hasHappened();
    }

    boolean hasHappened() {
        return wanted.isSprung();
    }
}
