package dev.weir.engine.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WatermarkCombinerTest {

    @Test
    void theResultIsTheMinimum() {
        WatermarkCombiner combiner = new WatermarkCombiner(3, Long.MIN_VALUE);

        combiner.onWatermark(0, 10);
        combiner.onWatermark(1, 7);
        assertThat(combiner.watermark()).isEqualTo(Long.MIN_VALUE);
        combiner.onWatermark(2, 8);

        assertThat(combiner.watermark()).isEqualTo(7);
    }

    @Test
    void aRestoredResultDoesNotGoBack() {
        WatermarkCombiner combiner = new WatermarkCombiner(1, 19);

        combiner.onWatermark(0, 12);

        assertThat(combiner.watermark()).isEqualTo(19);
    }

    /** Any order of events: the result never goes down, and is never above an active channel that has caught up. */
    @Seeds(300)
    void neverGoesDownUnderAnyOrder(long seed) {
        Random random = new Random(seed);
        int channels = 1 + random.nextInt(4);
        WatermarkCombiner combiner = new WatermarkCombiner(channels, Long.MIN_VALUE);
        boolean[] finished = new boolean[channels];
        long before = Long.MIN_VALUE;

        for (int step = 0; step < 200; step++) {
            int channel = random.nextInt(channels);
            switch (random.nextInt(10)) {
                case 0 -> combiner.onIdle(channel);
                case 1 -> combiner.onActive(channel);
                case 2 -> {
                    if (random.nextInt(10) == 0) {
                        combiner.onWatermark(channel, Long.MAX_VALUE);
                        finished[channel] = true;
                    }
                }
                default -> combiner.onWatermark(channel, step + random.nextInt(20));
            }
            assertThat(combiner.watermark()).isGreaterThanOrEqualTo(before);
            before = combiner.watermark();
            boolean all = true;
            for (boolean one : finished) {
                all &= one;
            }
            assertThat(combiner.watermark() == Long.MAX_VALUE)
                    .as("MAX exactly when all have finished")
                    .isEqualTo(all);
        }
    }
}
