package dev.weir.engine.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two inputs go idle one after the other: the result is the same in either order, and nobody is pulled down. */
class CaseH18TwoInputsGoIdleTest {

    private static final int A = 0;
    private static final int B = 1;

    private final WatermarkCombiner combiner = new WatermarkCombiner(2, Long.MIN_VALUE);

    @ParameterizedTest
    @ValueSource(ints = {A, B})
    void theOrderOfGoingIdleDoesNotMatter(int first) {
        combiner.onWatermark(A, 5);
        combiner.onWatermark(B, 4);
        assertThat(combiner.watermark()).isEqualTo(4);

        combiner.onIdle(first);
        assertThat(combiner.isIdle()).isFalse();
        combiner.onIdle(1 - first);
        assertThat(combiner.watermark()).isEqualTo(5);
        assertThat(combiner.isIdle()).isTrue();

        combiner.onWatermark(B, 4);
        assertThat(combiner.isIdle()).isFalse();
        assertThat(combiner.watermark()).as("nothing for B's 4").isEqualTo(5);
        combiner.onWatermark(B, 6);
        assertThat(combiner.watermark()).isEqualTo(6);

        combiner.onActive(A);
        assertThat(combiner.watermark()).isEqualTo(6);
        combiner.onWatermark(B, 7);
        assertThat(combiner.watermark())
                .as("A, behind, does not hold the stream")
                .isEqualTo(7);
        combiner.onWatermark(A, 8);
        assertThat(combiner.watermark()).isEqualTo(7);
    }

    @Test
    void aFinishedInputIsLeftOutOfTheLargestSeen() {
        combiner.onWatermark(B, 4);
        combiner.onWatermark(A, Long.MAX_VALUE);
        assertThat(combiner.watermark()).isEqualTo(4);

        combiner.onIdle(B);

        assertThat(combiner.watermark()).as("5@5 from B is not late").isEqualTo(4);
        assertThat(combiner.isIdle()).isTrue();
    }

    @Test
    void maxGoesOutWhenEveryInputHasFinished() {
        combiner.onIdle(B);
        combiner.onWatermark(A, Long.MAX_VALUE);
        assertThat(combiner.watermark()).isEqualTo(Long.MIN_VALUE);

        combiner.onWatermark(B, Long.MAX_VALUE);

        assertThat(combiner.watermark()).isEqualTo(Long.MAX_VALUE);
        assertThat(combiner.isIdle()).isFalse();
    }
}
