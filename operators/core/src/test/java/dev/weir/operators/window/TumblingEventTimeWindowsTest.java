package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testing.Seeds;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TumblingEventTimeWindowsTest {

    @Seeds(500)
    void aWindowHoldsItsTimestampAndStartsAtAMultipleOfTheSize(long seed) {
        Random random = new Random(seed);
        long size = 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
        long offset = random.nextLong() % size;
        TumblingEventTimeWindows windows =
                TumblingEventTimeWindows.of(Duration.ofMillis(size), Duration.ofMillis(offset));
        for (int i = 0; i < 20; i++) {
            long timestamp = random.nextLong() >> random.nextInt(64);
            BigInteger exact = exactStart(timestamp, size, offset);
            boolean fits = exact.compareTo(BigInteger.valueOf(Long.MIN_VALUE)) > 0
                    && exact.add(BigInteger.valueOf(size)).compareTo(BigInteger.valueOf(Long.MAX_VALUE)) <= 0;
            if (fits) {
                assertThat(windows.windowOf(timestamp))
                        .isEqualTo(new TimeWindow(exact.longValueExact(), exact.longValueExact() + size));
            } else {
                assertThatThrownBy(() -> windows.windowOf(timestamp)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    private static BigInteger exactStart(long timestamp, long size, long offset) {
        BigInteger shifted = BigInteger.valueOf(timestamp).subtract(BigInteger.valueOf(offset));
        return BigInteger.valueOf(timestamp).subtract(shifted.mod(BigInteger.valueOf(size)));
    }

    @Test
    void nonsenseIsRefusedWithTheRuleAndTheValues() {
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(Duration.ZERO))
                .hasMessage("a window's size must be positive: size=PT0S");
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(Duration.ofSeconds(-1)))
                .hasMessageContaining("must be positive");
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(Duration.ofNanos(1_500_000)))
                .hasMessageContaining("in whole ms");
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(Duration.ofSeconds(1), Duration.ofSeconds(-1)))
                .hasMessageContaining("smaller than its size: offset=PT-1S, size=PT1S");
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(Duration.ofSeconds(Long.MAX_VALUE)))
                .hasMessageContaining("must fit into a long");
        assertThatThrownBy(() -> new TimeWindow(5, 5)).hasMessageContaining("ends after its start");
    }

    @Test
    void windowsOfAnotherShapeKeepTheirStateUnderAnotherName() {
        Duration minute = Duration.ofMinutes(1);
        String plain = TumblingEventTimeWindows.of(minute).stateName();

        assertThat(TumblingEventTimeWindows.of(minute, Duration.ZERO).stateName())
                .isEqualTo(plain);
        assertThat(TumblingEventTimeWindows.of(minute, Duration.ofSeconds(-1)).stateName())
                .isEqualTo(TumblingEventTimeWindows.of(minute, Duration.ofSeconds(59))
                        .stateName())
                .isNotEqualTo(plain);
        assertThat(TumblingEventTimeWindows.of(Duration.ofMinutes(2)).stateName())
                .isNotEqualTo(plain);
    }
}
