package dev.weir.engine.simulation;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.simulation.mutant.MutantSuite;
import dev.weir.engine.simulation.world.Violation;
import dev.weir.engine.simulation.world.World;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/**
 * The simulation as a command: {@code --schedules N --first-seed M}, then all mutants (not with {@code
 * --mutants off}); or {@code --seed N} to replay one schedule. Prints progress and a last line with all counts; ends with 1 where a rule is
 * broken or a mutant survives.
 */
public final class Simulation {

    private static final long DEFAULT_SCHEDULES = 10_000;
    private static final long PROGRESS_STEP = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private Simulation() {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        JobArguments arguments = JobArguments.parse(List.of(args));
        long replayed = arguments.getLong("seed", -1);
        System.exit(replayed >= 0 ? replay(replayed) : simulate(arguments));
    }

    private static int replay(long seed) {
        try {
            System.out.println("seed " + seed + " breaks no rule: " + World.run(seed));
            return 0;
        } catch (Violation violation) {
            System.out.println(violation.getMessage());
            return 1;
        }
    }

    private static int simulate(JobArguments arguments) throws IOException, InterruptedException, ExecutionException {
        Progress progress = new Progress();
        Campaign campaign = new Campaign(progress::onDone);
        campaign.run(arguments.getLong("first-seed", 1), arguments.getLong("schedules", DEFAULT_SCHEDULES));
        campaign.violations().forEach(violation -> System.out.println(violation.getMessage()));
        System.out.print(campaign.counts().lines());

        boolean withMutants = arguments.get("mutants", "on").equals("on");
        List<MutantSuite.Outcome> mutants =
                withMutants ? MutantSuite.besideSources().run() : List.of();
        mutants.forEach(mutant -> System.out.println(describe(mutant)));
        long caught = mutants.stream().filter(MutantSuite.Outcome::isCaught).count();
        System.out.println(campaign.summary() + "; " + caught + " of " + mutants.size() + " mutants caught");
        return campaign.violations().isEmpty() && caught == mutants.size() ? 0 : 1;
    }

    /** Says how far it is, and how long the last schedules took. */
    private static final class Progress {
        private long lastNanos = System.nanoTime();

        void onDone(long done) {
            if (done % PROGRESS_STEP == 0) {
                long nanos = System.nanoTime();
                System.out.printf(
                        Locale.ROOT,
                        "%d schedules, the last %d in %.1f s%n",
                        done,
                        PROGRESS_STEP,
                        (nanos - lastNanos) / NANOS_PER_SECOND);
                lastNanos = nanos;
            }
        }
    }

    private static String describe(MutantSuite.Outcome mutant) {
        return mutant.isCaught()
                ? "mutant " + mutant.name() + " was caught by seed " + mutant.seed()
                : "mutant " + mutant.name() + " survived " + MutantSuite.MOST_SCHEDULES + " schedules: "
                        + mutant.fault();
    }
}
