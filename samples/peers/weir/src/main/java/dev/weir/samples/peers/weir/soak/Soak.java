package dev.weir.samples.peers.weir.soak;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.JobResult;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.source.Source;
import dev.weir.operators.StreamJobs;
import dev.weir.samples.peers.common.Meter;
import dev.weir.samples.peers.common.RunPlan;
import dev.weir.samples.peers.common.SinkFold;
import dev.weir.samples.peers.weir.Event;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Runs the soak: one job, in which some phase of user code throws every two seconds on average, until its time is over.
 * Then nothing throws any more, the job ends, and everything it made must have been committed once.
 */
public final class Soak {

    private static final Duration LOOK_PERIOD = Duration.ofMillis(100);
    private static final Duration FAULT_PERIOD = Duration.ofSeconds(2);

    /** In a short soak faults come faster: so many of them at least, but for chance. */
    private static final int LEAST_FAULTS = 20;

    private final Meter meter;
    private final Faults faults = new Faults();
    private final SinkFold fold;
    private final Ledger ledger;
    private final SoakWatch watch;
    private final Random random = new Random();
    private final double meanFaultNanos;
    private long nextFaultNanos;

    private Soak(RunPlan plan, Meter meter) {
        this.meter = meter;
        fold = meter.openSink();
        ledger = new Ledger(fold::add);
        watch = new SoakWatch(plan, meter, ledger, faults);
        Duration part = Duration.ofSeconds(plan.seconds()).dividedBy(LEAST_FAULTS);
        meanFaultNanos = (part.compareTo(FAULT_PERIOD) < 0 ? part : FAULT_PERIOD).toNanos();
        nextFaultNanos = System.nanoTime() + nextPause();
    }

    /**
     * Runs the soak to its end; figures go to the meter, lines to standard error.
     *
     * @param settings with restarts at once, and checkpoints
     * @param generators makes the shared source, for each drawing of the job
     * @throws IllegalStateException when the job doesn't finish
     */
    public static void run(
            RunPlan plan, Meter meter, JobSettings settings, Supplier<? extends Source<Event, ?, ?>> generators)
            throws InterruptedException {
        hushFailures();
        new Soak(plan, meter).run(settings, generators);
    }

    /** The engine logs each failure of a job, and here there are hundreds that are wanted; the watch shows the others. */
    private static void hushFailures() {
        for (String name : new String[] {"dev.weir.engine.job", "dev.weir.operators.sink"}) {
            if (LoggerFactory.getLogger(name) instanceof Logger logger) {
                logger.setLevel(Level.ERROR);
            }
        }
    }

    private void run(JobSettings settings, Supplier<? extends Source<Event, ?, ?>> generators)
            throws InterruptedException {
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = weir.submit(
                    StreamJobs.program(() -> new SoakJob(generators, ledger, faults)),
                    JobArguments.none(),
                    settings,
                    new StartFrom.Fresh());
            JobResult result = awaitEnd(job);
            watch.report(job.status());
            if (result.status() != JobStatus.FINISHED) {
                throw new IllegalStateException(
                        "a soak's job must end as FINISHED: " + result.status(),
                        result.failure().orElse(null));
            }
        }
        fold.end();
    }

    private JobResult awaitEnd(JobHandle job) throws InterruptedException {
        while (true) {
            try {
                return job.await(LOOK_PERIOD);
            } catch (TimeoutException stillRunning) {
                watch.look(job.status());
                injectFaults();
            }
        }
    }

    private void injectFaults() {
        if (!meter.isOpen()) {
            faults.disarmAll();
        } else if (System.nanoTime() - nextFaultNanos >= 0) {
            faults.armOne(random);
            nextFaultNanos += nextPause();
        }
    }

    /** Half to one and a half times the mean. */
    private long nextPause() {
        return (long) (meanFaultNanos * (0.5 + random.nextDouble()));
    }
}
