package dev.weir.engine.alignment;

import static dev.weir.engine.alignment.UnalignedCut.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.alignment.UnalignedCut.Step;
import dev.weir.engine.element.Element.Barrier;
import dev.weir.engine.element.Element.Passing;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnalignedCutTest {

    private static final long TIMEOUT_NANOS = 100;

    private final UnalignedCut atOnce = new UnalignedCut(3, new BitSet(), 0);
    private final UnalignedCut timed = new UnalignedCut(3, new BitSet(), TIMEOUT_NANOS);
    private final UnalignedCut mixed = new UnalignedCut(3, bits(2), 0);

    @Test
    void theFirstBarrierCutsAtOnceAndTheLastCompletes() {
        assertThat(atOnce.onArrived(1, barrier(7), 0)).isEqualTo(Step.CUT);
        assertThat(atOnce.barrier().passing()).isEqualTo(Passing.OVERTAKING);
        assertThat(atOnce.isMissing(0)).isTrue();
        assertThat(atOnce.isMissing(1)).isFalse();
        assertThat(atOnce.isBlocked(1)).isFalse();

        assertThat(atOnce.onArrived(0, barrier(7), 0)).isEqualTo(Step.PASSED);
        assertThat(atOnce.onArrived(2, barrier(7), 0)).isEqualTo(Step.LAST);
        assertThat(atOnce.openCheckpoint()).isEqualTo(NONE);
    }

    @Test
    void aSingleChannelIsCutWhole() {
        assertThat(new UnalignedCut(1, new BitSet(), 0).onArrived(0, barrier(7), 0))
                .isEqualTo(Step.CUT_WHOLE);
    }

    @Test
    void withinTheTimeoutItAligns() {
        assertThat(timed.onArrived(0, barrier(7), 10)).isEqualTo(Step.NOTHING);
        assertThat(timed.deadlineNanos()).isEqualTo(110);
        assertThat(timed.isBlocked(0)).as("read up to its barrier").isFalse();
        assertThat(timed.onTaken(0, barrier(7), 20)).isEqualTo(Step.NOTHING);
        assertThat(timed.isBlocked(0)).isTrue();
        timed.onArrived(1, barrier(7), 30);
        timed.onTaken(1, barrier(7), 30);
        timed.onArrived(2, barrier(7), 30);
        assertThat(timed.onTime(109)).isEqualTo(Step.NOTHING);

        assertThat(timed.onTaken(2, barrier(7), 109)).isEqualTo(Step.CUT_WHOLE);

        assertThat(timed.barrier().passing()).isEqualTo(Passing.IN_ORDER);
        assertThat(timed.isBlocked(0)).isFalse();
    }

    @Test
    void afterTheTimeoutItCuts() {
        timed.onArrived(0, barrier(7), 10);
        timed.onArrived(1, barrier(7), 20);
        timed.onTaken(1, barrier(7), 25);

        assertThat(timed.onTime(110)).isEqualTo(Step.CUT);

        assertThat(timed.barrier().passing()).isEqualTo(Passing.OVERTAKING);
        assertThat(timed.isBlocked(1)).isFalse();
        assertThat(timed.hasDeadline()).isFalse();
        assertThat(timed.onArrived(2, barrier(7), 120)).isEqualTo(Step.LAST);
    }

    @Test
    void aBarrierThatHasOvertakenElsewhereIsNotMadeToWait() {
        timed.onArrived(0, barrier(7), 10);

        assertThat(timed.onArrived(1, barrier(7).overtaking(), 20)).isEqualTo(Step.CUT);
    }

    @Test
    void theCutWaitsForTheChannelsThatStayAlignedAndBlocksThoseWhoseBarrierHasCome() {
        assertThat(mixed.onArrived(0, barrier(7).overtaking(), 0)).isEqualTo(Step.NOTHING);
        assertThat(mixed.isBlocked(0)).isTrue();
        assertThat(mixed.isBlocked(1)).isFalse();
        assertThat(mixed.onArrived(2, barrier(7), 0)).as("still in its place").isEqualTo(Step.NOTHING);
        assertThat(mixed.isBlocked(2)).isFalse();

        assertThat(mixed.onTaken(2, barrier(7), 0)).isEqualTo(Step.CUT);

        assertThat(mixed.isBlocked(0)).isFalse();
        assertThat(mixed.isBlocked(2)).isFalse();
        assertThat(mixed.isMissing(1)).isTrue();
    }

    @Test
    void aNewerBarrierEndsTheOlderCheckpoint() {
        atOnce.onArrived(0, barrier(7), 0);

        assertThat(atOnce.onArrived(1, barrier(8), 0)).isEqualTo(Step.CUT);
        assertThat(atOnce.onArrived(2, barrier(7), 0)).isEqualTo(Step.NOTHING);
        assertThat(atOnce.openCheckpoint()).isEqualTo(8);
    }

    @Test
    void barriersOfAnAbortedCheckpointMeanNothing() {
        atOnce.onArrived(0, barrier(7), 0);
        atOnce.onAborted(7);
        assertThat(atOnce.onArrived(1, barrier(7), 0)).isEqualTo(Step.NOTHING);

        atOnce.onAborted(8);
        assertThat(atOnce.onArrived(1, barrier(8), 0)).isEqualTo(Step.NOTHING);
        assertThat(atOnce.openCheckpoint()).isEqualTo(NONE);
    }

    @Test
    void aSubtaskWithoutChannelsIsRefused() {
        assertThatThrownBy(() -> new UnalignedCut(0, new BitSet(), 0)).hasMessageContaining("channels=0");
    }

    /** Barriers arrive in any order, are taken or not, time passes, rounds are aborted or replaced. */
    @Seeds(500)
    void keepsItsInvariantsUnderAnyOrder(long seed) {
        new Driver(new Random(seed)).run();
    }

    private static final class Driver {
        private final Random random;
        private final int channels;
        private final BitSet stayAligned = new BitSet();
        private final UnalignedCut subject;
        private final List<List<Long>> queues = new ArrayList<>();
        private final Set<Long> aborted = new HashSet<>();
        private final List<Set<Long>> sent = new ArrayList<>();
        private final List<Long> cuts = new ArrayList<>();
        private final long[] lastSent;
        private long now;

        Driver(Random random) {
            this.random = random;
            this.channels = 1 + random.nextInt(4);
            for (int i = 0; i < channels; i++) {
                stayAligned.set(i, random.nextInt(3) == 0);
                queues.add(new ArrayList<>());
                sent.add(new HashSet<>());
            }
            this.subject = new UnalignedCut(channels, stayAligned, random.nextBoolean() ? 0 : TIMEOUT_NANOS);
            this.lastSent = new long[channels];
        }

        void run() {
            for (int step = 0; step < 400; step++) {
                now += random.nextInt(20);
                int channel = random.nextInt(channels);
                switch (random.nextInt(8)) {
                    case 0 -> {
                        long id = lastSent[channel] + random.nextInt(2);
                        subject.onAborted(id);
                        aborted.add(id);
                    }
                    case 1 -> check(subject.onTime(now), NONE);
                    case 2, 3, 4 -> take(channel);
                    default -> arrive(channel);
                }
                checkBlocking();
            }
            assertThat(cuts).isSorted().doesNotHaveDuplicates();
        }

        private void arrive(int channel) {
            long id = lastSent[channel] + (random.nextInt(6) == 0 ? 2 : 1);
            lastSent[channel] = id;
            boolean overtakes = !stayAligned.get(channel) && random.nextInt(3) == 0;
            queues.get(channel).add(id);
            sent.get(channel).add(id);
            Step step = subject.onArrived(channel, overtakes ? barrier(id).overtaking() : barrier(id), now);
            if (step == Step.PASSED || step == Step.LAST) {
                assertThat(stayAligned.get(channel))
                        .as("never out of its place")
                        .isFalse();
                queues.get(channel).remove(id);
            }
            check(step, id);
        }

        private void take(int channel) {
            if (!queues.get(channel).isEmpty() && !subject.isBlocked(channel)) {
                long id = queues.get(channel).remove(0);
                check(subject.onTaken(channel, barrier(id), now), id);
            }
        }

        private void check(Step step, long id) {
            if (step != Step.CUT && step != Step.CUT_WHOLE) {
                return;
            }
            long cut = subject.barrier().checkpointId();
            assertThat(id == NONE || id == cut).isTrue();
            assertThat(aborted).doesNotContain(cut);
            cuts.add(cut);
            for (int i = 0; i < channels; i++) {
                boolean waits = queues.get(i).contains(cut);
                assertThat(stayAligned.get(i) && waits).as("taken in its place").isFalse();
                assertThat(!waits || subject.barrier().passing() == Passing.OVERTAKING)
                        .isTrue();
                if (waits) {
                    queues.get(i).remove(cut);
                }
                assertThat(subject.isMissing(i))
                        .as("missing where it has not come")
                        .isEqualTo(!sent.get(i).contains(cut));
            }
        }

        private void checkBlocking() {
            boolean anyBlocked = false;
            for (int i = 0; i < channels; i++) {
                anyBlocked |= subject.isBlocked(i);
            }
            if (subject.openCheckpoint() == NONE) {
                assertThat(anyBlocked)
                        .as("blocked only while a checkpoint is open")
                        .isFalse();
            }
            if (!cuts.isEmpty() && cuts.get(cuts.size() - 1) == subject.openCheckpoint()) {
                assertThat(anyBlocked)
                        .as("nothing is blocked once the cut is made")
                        .isFalse();
            }
        }
    }

    private static Barrier barrier(long id) {
        return new Barrier(id, 0);
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }
}
