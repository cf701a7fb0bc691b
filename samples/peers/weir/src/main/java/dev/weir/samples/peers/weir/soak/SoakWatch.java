package dev.weir.samples.peers.weir.soak;

import dev.weir.engine.job.JobReport;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.RunPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Looks at a soak from outside: notes the checkpoints and unwanted failures often, and what the process takes now and then,
 * with a line on standard error each time. Owned by one thread.
 */
final class SoakWatch {

    private static final Duration LONGEST_PERIOD = Duration.ofMinutes(1);
    private static final int LEAST_SAMPLES = 12;
    private static final double NANOS_PER_SECOND = 1e9;

    /** A run as long as this has filled its state and compiled its code. */
    private static final Duration SHORTEST_JUDGED = Duration.ofMinutes(1);

    private final Meter meter;
    private final Path checkpointFolder;
    private final Ledger ledger;
    private final Faults faults;
    private final Rounds rounds;
    private final long periodNanos;
    private final Map<Resource, Series> resources = new EnumMap<>(Resource.class);
    private final Series recordsPerSecond = new Series();
    private final long startNanos = System.nanoTime();
    private long lastSampleNanos = startNanos;
    private long lastRecords;
    private long lastUnwantedAttempt;
    private long unwantedFailures;

    SoakWatch(RunPlan plan, Meter meter, Ledger ledger, Faults faults) {
        this.meter = meter;
        this.ledger = ledger;
        this.faults = faults;
        checkpointFolder = plan.checkpointFolder();
        rounds = new Rounds(meter);
        Duration part = Duration.ofSeconds(plan.seconds()).dividedBy(LEAST_SAMPLES);
        periodNanos = (part.compareTo(LONGEST_PERIOD) < 0 ? part : LONGEST_PERIOD).toNanos();
        for (Resource resource : Resource.values()) {
            resources.put(resource, new Series());
        }
    }

    /** To be called several times a second; samples when that is due. */
    void look(JobReport job) {
        note(job);
        long nowNanos = System.nanoTime();
        if (meter.isOpen() && nowNanos - lastSampleNanos >= periodNanos) {
            sample(nowNanos, job);
        }
    }

    private void note(JobReport job) {
        rounds.add(job.checkpoints());
        job.failure()
                .filter(failure -> job.attempt() != lastUnwantedAttempt && !InjectedFault.isIn(failure))
                .ifPresent(failure -> {
                    lastUnwantedAttempt = job.attempt();
                    unwantedFailures++;
                    System.err.println("soak: a failure that nobody asked for, in attempt " + job.attempt());
                    failure.printStackTrace();
                });
    }

    private void sample(long nowNanos, JobReport job) {
        LedgerReport seen = ledger.report();
        double seconds = (nowNanos - lastSampleNanos) / NANOS_PER_SECOND;
        recordsPerSecond.add((seen.committedRecords() - lastRecords) / seconds);
        lastSampleNanos = nowNanos;
        lastRecords = seen.committedRecords();
        resources.forEach((resource, series) -> series.add(resource.now(checkpointFolder, ledger)));
        System.err.println(line((nowNanos - startNanos) / NANOS_PER_SECOND, seen, job));
    }

    private String line(double seconds, LedgerReport seen, JobReport job) {
        return String.format(
                Locale.ROOT,
                "soak %.0f s: %.1f M records committed, %d restarts, %d + %d checkpoints completed + failed, lost %d,"
                        + " duplicate %d, out of order %d, %s; thrown: %s",
                seconds,
                seen.committedRecords() / 1e6,
                job.restarts(),
                rounds.completed(),
                rounds.failed(),
                seen.lost(),
                seen.duplicate(),
                seen.outOfOrder(),
                resources.entrySet().stream()
                        .map(entry -> String.format(
                                Locale.ROOT,
                                "%s %.1f",
                                entry.getKey().label(),
                                entry.getValue().latest()))
                        .collect(Collectors.joining(", ")),
                faults.thrown().entrySet().stream()
                        .filter(entry -> entry.getValue() > 0)
                        .map(entry -> entry.getKey().label() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
    }

    /** The job has ended: hands the figures to the meter. */
    void report(JobReport job) {
        note(job);
        LedgerReport seen = ledger.report();
        System.err.println(line((System.nanoTime() - startNanos) / NANOS_PER_SECOND, seen, job));
        meter.figure("lost", (double) seen.lost());
        meter.figure("duplicate", (double) seen.duplicate());
        meter.figure("outOfOrder", (double) seen.outOfOrder());
        meter.figure("growing", (double) growing());
        meter.figure("restarts", (double) job.restarts());
        meter.figure("unwantedFailures", (double) unwantedFailures);
        meter.figure("checkpointsCompleted", (double) rounds.completed());
        meter.figure("checkpointsFailed", (double) rounds.failed());
        meter.figure("persistedRecords", (double) rounds.persistedRecords());
        meter.figure("repeatedCommits", (double) seen.repeatedCommits());
        meter.figure("abortedTransactions", (double) seen.abortedTransactions());
        meter.figure("unfinishedTransactions", seen.unfinishedTransactions());
        meter.figure("timersFired", (double) seen.timersFired());
        faults.thrown().forEach((phase, count) -> meter.figure("thrown" + capitalized(phase.label()), count));
        report("recordsPerSecond", recordsPerSecond);
        resources.forEach((resource, series) -> report(resource.label(), series));
    }

    private void report(String label, Series series) {
        if (!series.isEmpty()) {
            meter.figure("first" + capitalized(label), series.first());
            meter.figure("last" + capitalized(label), series.last());
        }
    }

    private static String capitalized(String label) {
        return Character.toUpperCase(label.charAt(0)) + label.substring(1);
    }

    /** How many of the resources grow. Of a short run nothing is said: what it has is still filling up. */
    private long growing() {
        if (System.nanoTime() - startNanos < SHORTEST_JUDGED.toNanos()) {
            return 0;
        }
        return resources.entrySet().stream()
                .filter(entry -> entry.getValue().growsBy(entry.getKey().allowance()))
                .count();
    }
}
