package dev.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.simulation.world.Violation;
import dev.weir.engine.simulation.world.World;
import org.junit.jupiter.api.Test;

/** The real classes in a world that goes wrong. {@code -Dseed=N} replays one schedule. */
class SimulationTest {

    private static final int SCHEDULES = 10_000;

    @Test
    void noScheduleBreaksARule() throws InterruptedException {
        Long only = Long.getLong("seed");
        if (only != null) {
            World.run(only);
            return;
        }
        Campaign campaign = new Campaign(done -> {});

        campaign.run(1, SCHEDULES);

        assertThat(campaign.violations()).extracting(Violation::getMessage).isEmpty();
        assertThat(campaign.counts().neverSeen())
                .as("each kind of fault, mode, edge and wish occurs: %s", campaign.summary())
                .isEmpty();
        System.out.print(campaign.counts().lines());
        System.out.println(campaign.summary());
    }

    @Test
    void aSeedGivesTheSameScheduleAgain() {
        assertThat(World.run(17)).isEqualTo(World.run(17));
    }
}
