package dev.weir.samples.peers.weir.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which phase of user code throws next. A phase is armed, and the first code of any subtask that passes it throws, once.
 * Thread-safe; passing a phase that isn't armed is one read of a volatile field.
 */
final class Faults {

    /** One phase. */
    static final class Point {

        private final FaultPhase phase;
        private final AtomicInteger armedCount = new AtomicInteger();
        private final AtomicInteger thrownCount = new AtomicInteger();

        private Point(FaultPhase phase) {
            this.phase = phase;
        }

        /** Throws an {@link InjectedFault} where the phase is armed. */
        void pass() {
            if (strikes()) {
                throw new InjectedFault(phase);
            }
        }

        /** Whether the caller is to fail; true once each time the phase was armed. */
        boolean strikes() {
            if (armedCount.get() == 0 || armedCount.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
                return false;
            }
            thrownCount.incrementAndGet();
            return true;
        }

        int thrownCount() {
            return thrownCount.get();
        }
    }

    private final Map<FaultPhase, Point> points = new EnumMap<>(FaultPhase.class);

    Faults() {
        for (FaultPhase phase : FaultPhase.values()) {
            points.put(phase, new Point(phase));
        }
    }

    Point point(FaultPhase phase) {
        Point point = points.get(phase);
        if (point == null) {
            throw new IllegalStateException("every phase has a point: " + phase);
        }
        return point;
    }

    void arm(FaultPhase phase) {
        point(phase).armedCount.incrementAndGet();
    }

    /** Arms a phase at random, each as likely as the others. */
    void armOne(Random random) {
        FaultPhase[] phases = FaultPhase.values();
        arm(phases[random.nextInt(phases.length)]);
    }

    /** What is armed and hasn't struck never will. */
    void disarmAll() {
        points.values().forEach(point -> point.armedCount.set(0));
    }

    /** How often each phase has thrown. */
    Map<FaultPhase, Integer> thrown() {
        Map<FaultPhase, Integer> counts = new EnumMap<>(FaultPhase.class);
        points.forEach((phase, point) -> counts.put(phase, point.thrownCount()));
        return counts;
    }
}
