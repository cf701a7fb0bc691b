package dev.weir.engine.simulation;

import dev.weir.engine.simulation.world.ScheduleReport;
import dev.weir.engine.simulation.world.Violation;
import dev.weir.engine.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Runs many schedules, each in a world of its own, and adds up how they went. */
public final class Campaign {

    private static final int MOST_VIOLATIONS = 10;
    private static final double NANOS_PER_HOUR = 3.6e12;
    private static final long PATIENCE_HOURS = 24;

    private final Counts counts = new Counts();
    private final List<Violation> violations = new ArrayList<>();
    private final LongConsumer progress;
    private long schedules;
    private long virtualNanos;

    /** @param progress is told how many schedules are done, now and then */
    public Campaign(LongConsumer progress) {
        this.progress = progress;
    }

    /** Runs the schedules of seeds {@code [firstSeed, firstSeed + count)} on as many threads as there are processors. */
    public void run(long firstSeed, long count) throws InterruptedException {
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        AtomicLong next = new AtomicLong(firstSeed);
        for (int i = 0; i < threads; i++) {
            workers.execute(() -> {
                for (long seed = next.getAndIncrement();
                        seed < firstSeed + count && !isGivenUp();
                        seed = next.getAndIncrement()) {
                    run(seed);
                }
            });
        }
        workers.shutdown();
        if (!workers.awaitTermination(PATIENCE_HOURS, TimeUnit.HOURS)) {
            throw new IllegalStateException("schedules end within " + PATIENCE_HOURS + " hours");
        }
    }

    private void run(long seed) {
        try {
            add(World.run(seed));
        } catch (Violation violation) {
            add(violation);
        }
    }

    private synchronized void add(ScheduleReport report) {
        counts.add(report);
        virtualNanos += report.virtualNanos();
        countSchedule();
    }

    private synchronized void add(Violation violation) {
        violations.add(violation);
        countSchedule();
    }

    private void countSchedule() {
        schedules++;
        progress.accept(schedules);
    }

    private synchronized boolean isGivenUp() {
        return violations.size() >= MOST_VIOLATIONS;
    }

    /** What was found, at most a few. */
    public synchronized List<Violation> violations() {
        return List.copyOf(violations);
    }

    /** What happened, by kind. To be asked when the campaign is over. */
    public Counts counts() {
        return counts;
    }

    /** One line: schedules, faults, virtual time, violations. */
    public synchronized String summary() {
        return String.format(
                Locale.ROOT,
                "%d schedules, %d faults, %.1f simulated hours, %d violations",
                schedules,
                counts.allFaults(),
                virtualNanos / NANOS_PER_HOUR,
                violations.size());
    }
}
