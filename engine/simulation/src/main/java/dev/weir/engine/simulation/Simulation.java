package dev.weir.engine.simulation;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.simulation.world.Violation;
import dev.weir.engine.simulation.world.World;
import java.util.List;

/**
 * The simulation as a command: {@code --schedules N --first-seed M}, or {@code --seed N} to replay one. Prints progress
 * and a last line with all counts; ends with 1 where a rule is broken.
 */
public final class Simulation {

    private static final long DEFAULT_SCHEDULES = 10_000;
    private static final long PROGRESS_STEP = 1_000;

    private Simulation() {}

    public static void main(String[] args) throws InterruptedException {
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

    private static int simulate(JobArguments arguments) throws InterruptedException {
        Campaign campaign = new Campaign(done -> {
            if (done % PROGRESS_STEP == 0) {
                System.out.println(done + " schedules");
            }
        });
        campaign.run(arguments.getLong("first-seed", 1), arguments.getLong("schedules", DEFAULT_SCHEDULES));
        campaign.violations().forEach(violation -> System.out.println(violation.getMessage()));
        System.out.println(campaign.summary());
        return campaign.violations().isEmpty() ? 0 : 1;
    }
}
