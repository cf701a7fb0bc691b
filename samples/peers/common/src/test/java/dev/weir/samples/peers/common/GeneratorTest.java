package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GeneratorTest {

    @Test
    void aResumedGeneratorGoesOnWhereTheFirstOneStood() {
        Generator first = Generator.ofSource(1);
        IntStream.range(0, 12_345).forEach(i -> first.nextKey());
        Generator resumed = Generator.at(1, 12_345);

        assertThat(IntStream.range(0, 100).map(i -> resumed.nextKey()).toArray())
                .isEqualTo(IntStream.range(0, 100).map(i -> first.nextKey()).toArray());
    }

    @Test
    void keysAreInRangeAndAllOfThemCome() {
        Generator generator = Generator.ofSource(0);

        long different = IntStream.range(0, 3_000_000)
                .map(i -> generator.nextKey())
                .peek(key -> assertThat(key >= 0 && key < Records.KEY_COUNT).isTrue())
                .distinct()
                .count();

        assertThat(different).isEqualTo(Records.KEY_COUNT);
    }

    @Test
    void aWorkloadMayHaveMoreKeys() {
        int keyCount = Workload.SYNC.keyCount();
        Generator generator = Generator.at(1, 0, keyCount);

        int largest = IntStream.range(0, 3_000_000)
                .map(i -> generator.nextKey())
                .peek(key -> assertThat(key >= 0 && key < keyCount).isTrue())
                .max()
                .orElseThrow();

        assertThat(largest).isGreaterThan(keyCount - 100);
    }

    @Test
    void sourcesMakeDifferentSequences() {
        Generator zero = Generator.ofSource(0);
        Generator one = Generator.ofSource(1);

        assertThat(IntStream.range(0, 10).map(i -> zero.nextKey()).toArray())
                .isNotEqualTo(IntStream.range(0, 10).map(i -> one.nextKey()).toArray());
    }
}
