package dev.weir.engine.alignment;

import static dev.weir.engine.alignment.BarrierAligner.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BarrierAlignerTest {

    private final BarrierAligner aligner = new BarrierAligner(3);

    @Test
    void blocksAChannelUntilTheOthersCatchUp() {
        assertThat(aligner.onBarrier(0, 7)).isEqualTo(NONE);
        assertThat(aligner.isBlocked(0)).isTrue();
        assertThat(aligner.isBlocked(1)).isFalse();
        assertThat(aligner.onBarrier(2, 7)).isEqualTo(NONE);

        assertThat(aligner.onBarrier(1, 7)).isEqualTo(7);

        assertThat(aligner.isBlocked(0)).isFalse();
        assertThat(aligner.openCheckpoint()).isEqualTo(NONE);
    }

    @Test
    void aSingleChannelIsAlignedAtOnce() {
        assertThat(new BarrierAligner(1).onBarrier(0, 4)).isEqualTo(4);
    }

    @Test
    void aNewerBarrierEndsTheOlderAlignment() {
        aligner.onBarrier(0, 7);

        assertThat(aligner.onBarrier(1, 8)).isEqualTo(NONE);

        assertThat(aligner.isBlocked(0)).isFalse();
        assertThat(aligner.isBlocked(1)).isTrue();
        assertThat(aligner.onBarrier(2, 7)).isEqualTo(NONE);
        assertThat(aligner.isBlocked(2)).isFalse();
    }

    @Test
    void anAbortReleasesItsChannels() {
        aligner.onBarrier(0, 7);

        aligner.onAborted(7);

        assertThat(aligner.isBlocked(0)).isFalse();
        assertThat(aligner.onBarrier(1, 7)).isEqualTo(NONE);
        assertThat(aligner.isBlocked(1)).isFalse();
    }

    @Test
    void aBarrierThatComesAfterItsAbortIsIgnored() {
        aligner.onAborted(7);

        assertThat(aligner.onBarrier(0, 7)).isEqualTo(NONE);
        assertThat(aligner.isBlocked(0)).isFalse();
    }

    @Test
    void anAbortOfAnotherCheckpointLeavesTheOpenOne() {
        aligner.onBarrier(0, 7);

        aligner.onAborted(6);
        aligner.onAborted(9);

        assertThat(aligner.isBlocked(0)).isTrue();
    }

    @Test
    void aSubtaskWithoutChannelsIsRefused() {
        assertThatThrownBy(() -> new BarrierAligner(0)).hasMessageContaining("channels=0");
    }

    /** Throws barriers, late and repeated, and aborts at the aligner in any order. */
    @Seeds(300)
    void keepsItsInvariantsUnderAnyOrder(long seed) {
        Random random = new Random(seed);
        int channels = 1 + random.nextInt(4);
        BarrierAligner subject = new BarrierAligner(channels);
        Set<Long> aborted = new HashSet<>();
        List<Long> completed = new ArrayList<>();
        List<Set<Long>> delivered = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            delivered.add(new HashSet<>());
        }

        for (int step = 0; step < 300; step++) {
            long id = 1L + step / 20 + random.nextInt(4);
            if (random.nextInt(8) == 0) {
                subject.onAborted(id);
                aborted.add(id);
            } else {
                int channel = random.nextInt(channels);
                if (!subject.isBlocked(channel)) {
                    delivered.get(channel).add(id);
                    long aligned = subject.onBarrier(channel, id);
                    if (aligned != NONE) {
                        assertThat(aligned).isEqualTo(id);
                        assertThat(aborted)
                                .as("an aborted checkpoint never completes")
                                .doesNotContain(id);
                        assertThat(delivered).allMatch(ids -> ids.contains(aligned));
                        completed.add(aligned);
                    }
                }
            }
            if (subject.openCheckpoint() == NONE) {
                for (int channel = 0; channel < channels; channel++) {
                    assertThat(subject.isBlocked(channel))
                            .as("blocked only while a checkpoint is open")
                            .isFalse();
                }
            }
        }
        assertThat(completed).isSorted().doesNotHaveDuplicates();
    }
}
