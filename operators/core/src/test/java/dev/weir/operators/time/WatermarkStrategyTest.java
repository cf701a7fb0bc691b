package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Emitted;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatermarkStrategyTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    @Test
    void monotonousTimestampsLeaveRoomForAnEqualOne() {
        assertThat(watermarkAfter(WatermarkStrategy.monotonous(), 5, 7)).isEqualTo(6);
    }

    @Test
    void theWatermarkStaysTheBoundBehindTheLargestTimestamp() {
        WatermarkStrategy<Long> strategy = WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(10));

        assertThat(watermarkAfter(strategy, 100, 95, 20)).isEqualTo(89);
    }

    @Test
    void partsOfAMillisecondCountAsAFullOne() {
        WatermarkStrategy<Long> strategy = WatermarkStrategy.boundedOutOfOrderness(Duration.ofNanos(1));

        assertThat(watermarkAfter(strategy, 100)).isEqualTo(98);
    }

    @Test
    void aBoundNearTheBeginningOfTimeDoesNotWrapAround() {
        WatermarkStrategy<Long> aDay = WatermarkStrategy.boundedOutOfOrderness(Duration.ofDays(1));
        long dayMillis = 86_400_000;

        assertThat(watermarkAfter(aDay, Long.MIN_VALUE + 1)).isEqualTo(Timestamps.NONE);
        assertThat(watermarkAfter(aDay, Long.MIN_VALUE + dayMillis)).isEqualTo(Timestamps.NONE);
        assertThat(watermarkAfter(aDay, Long.MIN_VALUE + dayMillis + 2)).isEqualTo(Long.MIN_VALUE + 1);
        assertThat(watermarkAfter(WatermarkStrategy.monotonous(), Long.MIN_VALUE + 1))
                .isEqualTo(Timestamps.NONE);
        WatermarkStrategy<Long> endless = WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(Long.MAX_VALUE));
        assertThat(watermarkAfter(endless, 0)).isEqualTo(Timestamps.NONE);
        assertThat(watermarkAfter(endless, Long.MAX_VALUE)).isEqualTo(-1);
    }

    @Test
    void theLargestTimestampIsNotTheEndOfTheInput() {
        assertThat(watermarkAfter(WatermarkStrategy.monotonous(), Long.MAX_VALUE))
                .isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void noneMakesNoWatermarkAndLetsRecordsWithoutTimestampsPass() {
        assertThat(watermarkAfter(WatermarkStrategy.none(), Timestamps.NONE, 5)).isEqualTo(Timestamps.NONE);
    }

    @Test
    void watermarksFromBeforeAreSwallowedButForTheEnd() {
        TimestampsAndWatermarksOperator<Long> operator =
                WatermarkStrategy.<Long>monotonous().newOperator();

        assertThat(operator.onWatermark(1_000)).isEqualTo(Timestamps.NONE);
        assertThat(operator.onWatermark(Timestamps.MAX)).isEqualTo(Timestamps.MAX);
    }

    @Test
    void recordsLeaveWithTheTimestampTheAssignerGives() throws Exception {
        WatermarkStrategy<String> strategy = WatermarkStrategy.<String>monotonous()
                .withTimestampAssigner((text, previous) -> text.length() + previous);
        OperatorHarness<String, String> harness = OperatorHarness.open(strategy.newOperator(), text -> text);

        harness.process("four", 100);

        assertThat(harness.takeStamped()).containsExactly(new Emitted<>("four", 104));
    }

    @Test
    void anAssignerThatGivesNoTimestampIsRefusedWithTheRecord() throws Exception {
        WatermarkStrategy<String> strategy =
                WatermarkStrategy.<String>none().withTimestampAssigner(text -> Long.MIN_VALUE);
        OperatorHarness<String, String> harness = OperatorHarness.open(strategy.newOperator(), text -> text);

        assertThatThrownBy(() -> harness.process("four", 100))
                .hasMessageContaining("must not return Long.MIN_VALUE")
                .hasMessageContaining("record=four");
    }

    @Test
    void watermarksWithoutTimestampsAreRefusedWithTheRemedy() throws Exception {
        OperatorHarness<String, String> harness =
                OperatorHarness.open(WatermarkStrategy.<String>monotonous().newOperator(), text -> text);

        assertThatThrownBy(() -> harness.process("four", Timestamps.NONE))
                .hasMessageContaining("timestamps were not assigned")
                .hasMessageContaining("withTimestampAssigner");
    }

    @Test
    void silenceOfTheTimeoutIsIdlenessAndOneRecordEndsIt() {
        TimestampsAndWatermarksOperator<Long> operator = WatermarkStrategy.<Long>monotonous()
                .withIdleness(Duration.ofSeconds(2))
                .newOperator();

        assertThat(operator.isIdle(-SECOND_NANOS)).isFalse();
        assertThat(operator.isIdle(SECOND_NANOS - 1)).isFalse();
        assertThat(operator.isIdle(SECOND_NANOS)).isTrue();
        operator.process(1L, 1);
        assertThat(operator.isIdle(2 * SECOND_NANOS)).isFalse();
        assertThat(operator.isIdle(3 * SECOND_NANOS)).isFalse();
        assertThat(operator.isIdle(4 * SECOND_NANOS)).isTrue();
    }

    @Test
    void whileTheSubtaskIsHeldUpNobodyFallsIdleAndNobodyReturns() {
        TimestampsAndWatermarksOperator<Long> operator = WatermarkStrategy.<Long>monotonous()
                .withIdleness(Duration.ofSeconds(2))
                .newOperator();
        assertThat(operator.isIdle(0)).isFalse();

        operator.onHeldUp(SECOND_NANOS);
        assertThat(operator.isIdle(SECOND_NANOS)).isFalse();
        operator.onHeldUp(2 * SECOND_NANOS);
        assertThat(operator.isIdle(2 * SECOND_NANOS)).isFalse();
        assertThat(operator.isIdle(3 * SECOND_NANOS)).isFalse();
        assertThat(operator.isIdle(4 * SECOND_NANOS)).isTrue();
        operator.onHeldUp(5 * SECOND_NANOS);
        assertThat(operator.isIdle(5 * SECOND_NANOS)).isTrue();
    }

    @Test
    void withoutIdlenessSilenceIsWaitedOutForEver() {
        TimestampsAndWatermarksOperator<Long> operator =
                WatermarkStrategy.<Long>monotonous().newOperator();

        assertThat(operator.isIdle(0)).isFalse();
        assertThat(operator.isIdle(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(-1)))
                .hasMessageContaining("must not be negative: got PT-0.001S");
        assertThatThrownBy(() -> WatermarkStrategy.boundedOutOfOrderness(Duration.ofSeconds(Long.MAX_VALUE)))
                .hasMessageContaining("at most Long.MAX_VALUE ms");
        assertThatThrownBy(() -> WatermarkStrategy.monotonous().withIdleness(Duration.ZERO))
                .hasMessageContaining("must be positive");
    }

    private static long watermarkAfter(WatermarkStrategy<Long> strategy, long... timestamps) {
        TimestampsAndWatermarksOperator<Long> operator = strategy.newOperator();
        for (long timestamp : timestamps) {
            operator.process(timestamp, timestamp);
        }
        return operator.currentWatermark(0);
    }
}
