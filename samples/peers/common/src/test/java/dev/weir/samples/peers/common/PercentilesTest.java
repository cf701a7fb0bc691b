package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testing.Seeds;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {

    @Test
    void theValuesOneToHundredAreTheirOwnPercentiles() {
        Percentiles percentiles =
                Percentiles.of(LongStream.rangeClosed(1, 100).boxed().toList());

        assertThat(percentiles.at(1)).isEqualTo(1);
        assertThat(percentiles.at(50)).isEqualTo(50);
        assertThat(percentiles.at(99)).isEqualTo(99);
        assertThat(percentiles.at(100)).isEqualTo(100);
        assertThat(percentiles.max()).isEqualTo(100);
    }

    @Test
    void the99thOfFewValuesIsTheLargest() {
        assertThat(Percentiles.of(List.of(3L, 1L, 2L)).at(99)).isEqualTo(3);
        assertThat(Percentiles.of(List.of(7L)).at(1)).isEqualTo(7);
    }

    @Seeds(50)
    void aPercentileIsTheLeastValueThatEnoughValuesDoNotExceed(long seed) {
        Random random = new Random(seed);
        List<Long> values = random.longs(1 + random.nextInt(300), 0, 50).boxed().toList();
        int percent = 1 + random.nextInt(100);
        long found = Percentiles.of(values).at(percent);

        assertThat(values).contains(found);
        assertThat(shareUpTo(found, values)).isGreaterThanOrEqualTo((long) percent * values.size());
        assertThat(shareUpTo(found - 1, values)).isLessThan((long) percent * values.size());
    }

    @Test
    void noValuesHaveNoPercentiles() {
        assertThatThrownBy(() -> Percentiles.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private static long shareUpTo(long limit, List<Long> values) {
        return 100 * values.stream().filter(value -> value <= limit).count();
    }
}
