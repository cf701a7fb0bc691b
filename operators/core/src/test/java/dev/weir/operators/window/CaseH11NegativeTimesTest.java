package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.harness.OperatorHarness;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseH11NegativeTimesTest {

    @Test
    void windowsAtNegativeTimesHoldTheTimesTheySay() throws Exception {
        assertThat(resultsOf(TumblingEventTimeWindows.of(Duration.ofMillis(7)), -15, -14, -8, -7, -1, 0, 6, 7))
                .containsExactly("[-21, -14)=1", "[-14, -7)=2", "[-7, 0)=2", "[0, 7)=2", "[7, 14)=1");
    }

    @Test
    void aNegativeOffsetShiftsTheStartsBack() throws Exception {
        TumblingEventTimeWindows windows = TumblingEventTimeWindows.of(Duration.ofMillis(7), Duration.ofMillis(-3));
        assertThat(resultsOf(windows, -11, -10, -4, -3, -1, 3, 4))
                .containsExactly("[-17, -10)=1", "[-10, -3)=2", "[-3, 4)=3", "[4, 11)=1");
    }

    @Test
    void daysEastOfGreenwichBeginEarlier() throws Exception {
        TumblingEventTimeWindows windows = TumblingEventTimeWindows.of(Duration.ofDays(1), Duration.ofHours(-8));
        assertThat(resultsOf(windows, 1602259201000L)).containsExactly("[1602259200000, 1602345600000)=1");
    }

    private static List<String> resultsOf(TumblingEventTimeWindows windows, long... times) throws Exception {
        OperatorHarness<Vote, String> harness =
                OperatorHarness.open(Tumbling.sums(windows, Lateness.none()), Vote::key);
        for (long time : times) {
            Tumbling.feed(harness, Vote.a(1, time));
        }
        harness.watermark(Timestamps.MAX);
        assertThat(harness.entries()).isZero();
        assertThat(harness.timersSet()).isZero();
        return harness.take();
    }
}
