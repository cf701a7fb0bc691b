package dev.weir.engine.subtask;

import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.subtask.SubtaskStatistics.Times;
import dev.weir.engine.subtask.SubtaskStatistics.Traffic;
import java.time.Duration;

/**
 * Where a subtask's time goes, and its counts. Told once per slice, never per record.
 *
 * <p>Thread-safe: one writer, the subtask; any readers. Writer and readers meet in one reference, so what is read was true
 * at one moment. Invariant: the three times add up to the time between start and end.
 */
public final class SubtaskMeter {

    /** What a subtask is doing. */
    enum Occupation {
        /** Not started, or ended: no time passes. */
        NONE,
        BUSY,
        IDLE,
        BACK_PRESSURED
    }

    private record Reading(
            Traffic traffic,
            Occupation occupation,
            long sinceNanos,
            long busyNanos,
            long idleNanos,
            long backPressuredNanos) {

        /** The same a while later. */
        Reading at(long nowNanos) {
            long passed = Math.max(0, nowNanos - sinceNanos);
            return new Reading(
                    traffic,
                    occupation,
                    sinceNanos + passed,
                    busyNanos + (occupation == Occupation.BUSY ? passed : 0),
                    idleNanos + (occupation == Occupation.IDLE ? passed : 0),
                    backPressuredNanos + (occupation == Occupation.BACK_PRESSURED ? passed : 0));
        }

        Times times() {
            return new Times(
                    Duration.ofNanos(busyNanos), Duration.ofNanos(idleNanos), Duration.ofNanos(backPressuredNanos));
        }
    }

    private final SubtaskId subtask;
    private final String operators;
    private final long attempt;
    private volatile Reading last = new Reading(Traffic.NONE, Occupation.NONE, 0, 0, 0, 0);

    SubtaskMeter(SubtaskId subtask, String operators, long attempt) {
        this.subtask = subtask;
        this.operators = operators;
        this.attempt = attempt;
    }

    /** The subtask is doing something else from now on; saying the same again costs nothing. */
    void enter(Occupation next, long nowNanos) {
        if (next != last.occupation()) {
            note(next, last.traffic(), nowNanos);
        }
    }

    /** A slice is over. */
    void note(Occupation next, Traffic traffic, long nowNanos) {
        Reading until = last.at(nowNanos);
        last = new Reading(
                traffic, next, until.sinceNanos(), until.busyNanos(), until.idleNanos(), until.backPressuredNanos());
    }

    public SubtaskId subtask() {
        return subtask;
    }

    public long attempt() {
        return attempt;
    }

    /**
     * What there is to see now; any thread.
     *
     * @param nowNanos monotonic time by the subtask's clock
     */
    public SubtaskStatistics read(long nowNanos) {
        Reading reading = last.at(nowNanos);
        return new SubtaskStatistics(subtask, operators, attempt, reading.traffic(), reading.times());
    }
}
