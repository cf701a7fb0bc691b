package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.time.WatermarkStrategy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseH15OverflowTest {

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 9, Long.MAX_VALUE - 10})
    void aLatenessThatReachesTheEndOfTimeKeepsTheWindow(long latenessMillis) throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, new Lateness<>(latenessMillis, null));

        Tumbling.feed(harness, Vote.a(1, 3));
        harness.watermark(9);
        assertThat(harness.take()).containsExactly("[0, 10)=1");

        harness.watermark(1_000_000);
        Tumbling.feed(harness, Vote.a(2, 4));
        assertThat(harness.take()).containsExactly("[0, 10)=3");

        harness.watermark(Timestamps.MAX);
        assertThat(harness.take()).isEmpty();
        assertThat(harness.entries()).isZero();
        assertThat(harness.timersSet()).isZero();
    }

    @Test
    void aRecordWithoutATimestampFailsAndSaysWhatToDo() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, Lateness.none());

        assertThatThrownBy(() -> harness.process(Vote.a(1, 3), Timestamps.NONE))
                .hasMessageContaining("timestamps were not assigned")
                .hasMessageContaining("operator 'windows'")
                .hasMessageContaining("Vote[key=a, value=1, time=3]")
                .hasMessageContaining("assignTimestampsAndWatermarks");
    }

    @Test
    void aSourceThatHasEmittedNothingHasNoWatermark() {
        long watermark = WatermarkStrategy.<Vote>boundedOutOfOrderness(Duration.ofDays(1))
                .newOperator()
                .currentWatermark(0);

        assertThat(watermark).isEqualTo(Timestamps.NONE);
    }
}
