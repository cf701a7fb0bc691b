package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StopRuleTest {

    @Test
    void throughputIsMeasuredForTheTimeThatWasAskedFor() {
        assertThat(ruleOf(Workload.W2)).isEqualTo(StopRule.timed(Duration.ofSeconds(7)));
    }

    @Test
    void latencyIsMeasuredAfterTenSecondsAtTheRateOfAllSourcesTogether() {
        assertThat(ruleOf(Workload.W4)).isEqualTo(StopRule.counted(17 * 50_000));
    }

    @Test
    void aJobThatCrashesEndsWithItsLastRecoveryNotAtATime() {
        assertThat(ruleOf(Workload.W6).crashCount()).isEqualTo(5);
        assertThat(ruleOf(Workload.W6).recordsPerSource()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aJobWithAMillionKeysPerSubtaskDoesNotCrashBeforeItHoldsThem() {
        assertThat(ruleOf(Workload.W6).recordsBeforeCrash()).isZero();
        assertThat(ruleOf(Workload.W6_MILLION).recordsBeforeCrash()).isEqualTo(10_700_000);
    }

    @Test
    void theWarmUpNeverCrashes() {
        assertThat(StopRule.ofWarmUp(Workload.W6)).isEqualTo(StopRule.counted(3_000_000));
    }

    @Test
    void theWarmUpOfAJobWithCheckpointsTakesSome() {
        assertThat(StopRule.ofWarmUp(Workload.W1A)).isEqualTo(StopRule.counted(3_000_000));
        assertThat(StopRule.ofWarmUp(Workload.W1B)).isEqualTo(StopRule.timed(Duration.ofSeconds(4)));
    }

    private static StopRule ruleOf(Workload workload) {
        return StopRule.of(new RunPlan(workload, Variant.STATE, "weir", 7, Path.of("folder"), Instant.EPOCH));
    }
}
