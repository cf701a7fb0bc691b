package dev.weir.engine.alignment;

import static dev.weir.engine.alignment.Alignment.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AtLeastOnceCutTest {

    private final AtLeastOnceCut cut = new AtLeastOnceCut(3);

    @Test
    void theSnapshotWaitsForTheBarrierFromAllAndNoChannelIsBlocked() {
        assertThat(cut.onBarrier(0, 7)).isEqualTo(NONE);
        assertThat(cut.onBarrier(1, 7)).isEqualTo(NONE);
        assertThat(cut.isBlocked(0)).isFalse();

        assertThat(cut.onBarrier(2, 7)).isEqualTo(7);
    }

    @Test
    void severalCheckpointsAreOpenAtOnce() {
        cut.onBarrier(0, 7);
        cut.onBarrier(0, 8);
        cut.onBarrier(1, 7);
        cut.onBarrier(1, 8);
        assertThat(cut.openCheckpoints()).isEqualTo(2);

        assertThat(cut.onBarrier(2, 7)).isEqualTo(7);
        assertThat(cut.onBarrier(2, 8)).isEqualTo(8);
        assertThat(cut.openCheckpoints()).isZero();
    }

    @Test
    void anOlderOneThatCannotCompleteAnyMoreIsForgotten() {
        cut.onBarrier(0, 7);
        cut.onBarrier(0, 8);
        cut.onBarrier(1, 8);
        cut.onBarrier(2, 8);

        assertThat(cut.openCheckpoints()).isZero();
        assertThat(cut.onBarrier(1, 7)).isEqualTo(NONE);
        assertThat(cut.openCheckpoints()).isZero();
    }

    @Test
    void barriersOfAnAbortedCheckpointMeanNothing() {
        cut.onBarrier(0, 7);
        cut.onAborted(7);
        cut.onBarrier(1, 7);

        assertThat(cut.onBarrier(2, 7)).isEqualTo(NONE);
        assertThat(cut.openCheckpoints()).isZero();
    }

    @Test
    void aSubtaskWithoutChannelsIsRefused() {
        assertThatThrownBy(() -> new AtLeastOnceCut(0)).hasMessageContaining("channels=0");
    }

    /** Barriers rise on each channel; some are missing, some come twice, rounds are aborted at any time. */
    @Seeds(300)
    void keepsItsInvariantsUnderAnyOrder(long seed) {
        Random random = new Random(seed);
        int channels = 1 + random.nextInt(4);
        AtLeastOnceCut subject = new AtLeastOnceCut(channels);
        long[] last = new long[channels];
        Set<Long> aborted = new HashSet<>();
        List<Long> completed = new ArrayList<>();
        List<Set<Long>> delivered = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            delivered.add(new HashSet<>());
        }

        for (int step = 0; step < 400; step++) {
            int channel = random.nextInt(channels);
            if (random.nextInt(10) == 0) {
                long id = last[channel] + random.nextInt(3);
                subject.onAborted(id);
                aborted.add(id);
                continue;
            }
            last[channel] += random.nextInt(10) == 0 ? 2 : random.nextInt(10) == 0 ? 0 : 1;
            delivered.get(channel).add(last[channel]);
            long complete = subject.onBarrier(channel, last[channel]);
            if (complete != NONE) {
                assertThat(complete).isEqualTo(last[channel]);
                assertThat(aborted).doesNotContain(complete);
                assertThat(delivered).allMatch(ids -> ids.contains(complete));
                completed.add(complete);
            }
            assertThat(subject.isBlocked(channel)).isFalse();
        }
        assertThat(completed).isSorted().doesNotHaveDuplicates();
    }
}
