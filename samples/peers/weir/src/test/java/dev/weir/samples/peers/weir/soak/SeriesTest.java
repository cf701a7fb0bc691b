package dev.weir.samples.peers.weir.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTest {

    private final Series series = new Series();

    @Test
    void theSecondQuarterIsComparedWithTheLast() {
        add(1, 2, 10, 12, 50, 60, 13, 15);
        assertThat(series.first()).isEqualTo(11);
        assertThat(series.last()).isEqualTo(14);
        assertThat(series.latest()).isEqualTo(15);
        assertThat(series.growsBy(2.9)).isTrue();
        assertThat(series.growsBy(3)).isFalse();
    }

    @Test
    void whatIsTakenAtTheBeginningIsNoGrowth() {
        add(1, 2, 100, 100, 100, 100, 100, 100);
        assertThat(series.growsBy(0)).isFalse();
    }

    @Test
    void oneSampleIsFirstAndLast() {
        add(5);
        assertThat(series.first()).isEqualTo(5);
        assertThat(series.last()).isEqualTo(5);
    }

    @Test
    void nothingGrowsWhereNothingWasSampled() {
        assertThat(series.isEmpty()).isTrue();
        assertThat(series.growsBy(0)).isFalse();
        assertThat(series.first()).isNaN();
        assertThat(series.latest()).isNaN();
    }

    private void add(double... samples) {
        for (double sample : samples) {
            series.add(sample);
        }
    }
}
