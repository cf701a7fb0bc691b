package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.RestartStrategy.Decision;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RestartStrategyTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static RestartStrategy strategy(RestartSettings settings) {
        return new RestartStrategy(settings, new Random(1));
    }

    private static Decision after(long nanos) {
        return new Decision.RestartAfter(nanos);
    }

    private static RestartSettings exponential(double jitter) {
        return new RestartSettings.ExponentialDelay(
                Duration.ofSeconds(1), Duration.ofSeconds(5), 2.0, jitter, Duration.ofSeconds(100));
    }

    @Test
    void withoutRestartsTheFirstFailureIsTheLast() {
        assertThat(strategy(new RestartSettings.None()).onFailure(0)).isInstanceOf(Decision.GiveUp.class);
    }

    @Test
    void aFixedDelayAllowsAsManyRestartsAsSet() {
        RestartStrategy fixed = strategy(new RestartSettings.FixedDelay(2, Duration.ofSeconds(3)));
        assertThat(fixed.onFailure(0)).isEqualTo(after(3 * SECOND));
        assertThat(fixed.onFailure(0)).isEqualTo(after(3 * SECOND));
        assertThat(fixed.onFailure(0)).isEqualTo(new Decision.GiveUp("no restart is left: weir.restart.attempts=2"));
    }

    @Test
    void anExponentialDelayStartsAtOnceThenGrowsToItsMaximum() {
        RestartStrategy exponential = strategy(exponential(0));
        for (long seconds : new long[] {0, 1, 2, 4, 5, 5}) {
            assertThat(exponential.onFailure(7)).isEqualTo(after(seconds * SECOND));
        }
    }

    @Test
    void anExponentialDelayStartsOverAfterAQuietTime() {
        RestartStrategy exponential = strategy(exponential(0));
        exponential.onFailure(0);
        exponential.onFailure(0);
        assertThat(exponential.onFailure(99 * SECOND)).isEqualTo(after(2 * SECOND));
        assertThat(exponential.onFailure(199 * SECOND)).isEqualTo(after(0));
    }

    @Test
    void aFailureRateCountsWithinItsInterval() {
        RestartStrategy rate =
                strategy(new RestartSettings.FailureRate(2, Duration.ofSeconds(10), Duration.ofSeconds(1)));
        long start = Long.MAX_VALUE - SECOND;
        assertThat(rate.onFailure(start)).isEqualTo(after(SECOND));
        assertThat(rate.onFailure(start + 5 * SECOND)).isEqualTo(after(SECOND));
        assertThat(rate.onFailure(start + 11 * SECOND)).isEqualTo(after(SECOND));
        assertThat(rate.onFailure(start + 12 * SECOND)).isInstanceOf(Decision.GiveUp.class);
    }

    @Seeds(50)
    void jitterStaysWithinItsShare(long seed) {
        RestartStrategy exponential = new RestartStrategy(exponential(0.5), new Random(seed));
        exponential.onFailure(0);
        for (int i = 0; i < 50; i++) {
            assertThat(exponential.onFailure(i))
                    .isInstanceOfSatisfying(
                            Decision.RestartAfter.class,
                            restart -> assertThat(restart.delayNanos()).isBetween(SECOND / 2, 15 * SECOND / 2));
        }
    }
}
