package dev.weir.samples.peers.weir.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.samples.peers.common.Records;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommittedCountsTest {

    private final CommittedCounts counts = new CommittedCounts();

    @Test
    void sumsThatRiseByTheKeysValueAreRight() {
        read(7, 1, 2, 3);
        read(8, 1);
        read(7, 4);
        assertThatThereAre(0, 0, 0);
    }

    @Test
    void aGapIsALossUntilWhatIsMissingComes() {
        read(7, 1, 4);
        assertThatThereAre(2, 0, 0);
        read(7, 2);
        assertThatThereAre(1, 0, 1);
        read(7, 5);
        assertThatThereAre(1, 0, 1);
    }

    @Test
    void whatComesAgainIsADuplicateAlsoAfterItCameLate() {
        read(7, 1, 2, 2, 1);
        assertThatThereAre(0, 2, 0);
        read(7, 4, 3, 3);
        assertThatThereAre(0, 3, 1);
    }

    @Test
    void moreThanCanBeRememberedIsCountedNevertheless() {
        read(7, 1, 1_000_001);
        read(8, 1, 3);
        assertThatThereAre(1_000_000, 0, 0);
    }

    @Seeds(20)
    void everyLossAndEveryRepetitionIsSeen(long seed) {
        Random random = new Random(seed);
        List<Long> numbers = new ArrayList<>();
        int lost = 0;
        int repeated = 0;
        for (long number = 1; number <= 1_000; number++) {
            int kind = number == 1_000 ? 2 : random.nextInt(10);
            lost += kind == 0 ? 1 : 0;
            repeated += kind == 1 ? 1 : 0;
            numbers.addAll(Collections.nCopies(kind == 0 ? 0 : kind == 1 ? 2 : 1, number));
        }
        numbers.forEach(number -> read(7, number));
        assertThatThereAre(lost, repeated, 0);
    }

    private void read(int key, long... numbers) {
        for (long number : numbers) {
            counts.read(key, number * Records.increment(Records.valueOf(key)));
        }
    }

    private void assertThatThereAre(long lost, long duplicate, long outOfOrder) {
        assertThat(counts.lost()).as("lost").isEqualTo(lost);
        assertThat(counts.duplicate()).as("duplicate").isEqualTo(duplicate);
        assertThat(counts.outOfOrder()).as("out of order").isEqualTo(outOfOrder);
    }
}
