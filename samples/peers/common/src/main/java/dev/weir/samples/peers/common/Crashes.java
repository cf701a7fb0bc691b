package dev.weir.samples.peers.common;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Crashes a job on purpose, and takes the time from the throw until the first record reaches a sink that was opened after
 * it. Each crash waits for a checkpoint that completed after the recovery from the one before, so there is always
 * something new to restore.
 *
 * <pre>
 *   RUNNING → (a checkpoint completed) DUE → (a function strikes) RECOVERING → (first record) RUNNING, or DONE
 * </pre>
 *
 * <p>Thread-safe. A job that isn't to crash has a plan of none, which is DONE from the start.
 */
public final class Crashes {

    private static final double NANOS_PER_MILLI = 1e6;

    private enum Phase {
        RUNNING,
        DUE,
        RECOVERING,
        DONE
    }

    private final int plannedCount;
    private final BooleanSupplier mayBegin;
    private final List<Long> recoveryNanos = new ArrayList<>();
    private volatile Phase phase;
    private int crashCount;
    private long thrownNanos;

    /** @param mayBegin whether the job is as far as it has to be for its first crash; asked at each checkpoint */
    Crashes(int plannedCount, BooleanSupplier mayBegin) {
        this.plannedCount = plannedCount;
        this.mayBegin = mayBegin;
        phase = plannedCount == 0 ? Phase.DONE : Phase.RUNNING;
    }

    /** A checkpoint has completed. For whatever the system tells of it first: a source, a function, a coordinator. */
    public synchronized void checkpointCompleted() {
        if (phase == Phase.RUNNING && mayBegin.getAsBoolean()) {
            phase = Phase.DUE;
        }
    }

    /**
     * Asked by the keyed function for every record; true once for every crash: then the function must throw. A read of a
     * volatile field otherwise.
     */
    public boolean strikes() {
        return phase == Phase.DUE && strikesAt(System.nanoTime());
    }

    synchronized boolean strikesAt(long nowNanos) {
        if (phase != Phase.DUE) {
            return false;
        }
        phase = Phase.RECOVERING;
        crashCount++;
        thrownNanos = nowNanos;
        return true;
    }

    /** How many crashes there have been: a sink that was opened now has been opened after them. */
    synchronized int crashCount() {
        return crashCount;
    }

    /**
     * A sink has got its first record.
     *
     * @param crashesBefore the crashes there had been when the sink was opened
     */
    synchronized void firstRecordAt(int crashesBefore, long nowNanos) {
        if (phase == Phase.RECOVERING && crashesBefore == crashCount) {
            recoveryNanos.add(nowNanos - thrownNanos);
            phase = crashCount == plannedCount ? Phase.DONE : Phase.RUNNING;
        }
    }

    /** Whether all the crashes have been recovered from. */
    boolean isDone() {
        return phase == Phase.DONE;
    }

    /**
     * Hands the durations to the meter; none when none were planned.
     *
     * @throws IllegalStateException when the job ended before all the crashes had been recovered from
     */
    synchronized void report(Meter meter) {
        if (plannedCount == 0) {
            return;
        }
        if (!isDone()) {
            throw new IllegalStateException("the job must recover from " + plannedCount + " crashes: it recovered from "
                    + recoveryNanos.size() + " of " + crashCount + " and ended in phase " + phase);
        }
        meter.figure("millis", median(recoveryNanos) / NANOS_PER_MILLI);
        meter.figure("millisMax", Collections.max(recoveryNanos) / NANOS_PER_MILLI);
        for (int i = 0; i < recoveryNanos.size(); i++) {
            meter.figure("millis" + (i + 1), recoveryNanos.get(i) / NANOS_PER_MILLI);
        }
    }

    /** The middle one; the smaller of the two middle ones when their number is even. */
    private static long median(List<Long> values) {
        return Percentiles.of(values).at(50);
    }
}
