package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Event time of the splits of one subtask. */
class SplitTimesTest {

    private static final long TIMEOUT = 1_000;

    private static final WatermarkStrategy<Long> WITHOUT_IDLENESS = WatermarkStrategy.monotonous();

    private static final WatermarkStrategy<Long> WITH_IDLENESS =
            WatermarkStrategy.<Long>monotonous().withIdleness(Duration.ofNanos(TIMEOUT));

    @Test
    void noRecordOfASplitThatLagsIsLateWhereOneGeneratorForAllWouldMakeThemLate() throws Exception {
        TimestampsAndWatermarksOperator<Long> forAll = WITHOUT_IDLENESS.newOperator();
        OperatorHarness<Long, Long> harness = OperatorHarness.open(forAll, number -> number);
        SplitWorld world = SplitWorld.start(WITHOUT_IDLENESS).open("1").open("2");
        for (long time = 1; time <= 100; time++) {
            harness.process(time, time);
            world.record("1", time);
        }
        world.after(1);
        int lateForAll = 0;
        for (long time = 1; time <= 100; time++) {
            lateForAll += time <= forAll.currentWatermark(0) ? 1 : 0;
            assertThat(world.watermark()).isLessThan(time);
            world.record("2", time);
            world.after(1);
        }

        assertThat(lateForAll).isEqualTo(99);
        assertThat(world.watermark()).isEqualTo(99);
    }

    @Test
    void aSubtaskWithoutSplitsIsIdleOnceItIsKnownThatThereAreNone() throws Exception {
        SplitWorld world = SplitWorld.start(WITHOUT_IDLENESS);
        assertThat(world.after(TIMEOUT)).isEmpty();

        assertThat(world.noneAtPresent().after(1)).containsExactly("IDLE");

        assertThat(world.assign("A", null).after(1)).containsExactly("ACTIVE");
        assertThat(world.open("A").record("A", 6).after(1)).containsExactly("5");
        assertThat(world.finish("A").after(1)).isEmpty();
        assertThat(world.noneAtPresent().after(1)).containsExactly("IDLE");
    }

    @Test
    void aSplitThatWaitsToBeReadIsNeitherIdleNorHoldsTheOthersBack() throws Exception {
        SplitWorld world = SplitWorld.start(WITH_IDLENESS).open("A").assign("B", null);
        world.record("A", 6);

        assertThat(world.after(1)).containsExactly("5");
        assertThat(world.after(TIMEOUT)).as("B is to come").isEmpty();
        assertThat(world.finish("A").after(TIMEOUT)).isEmpty();
        assertThat(world.open("B").record("B", 9).after(1)).containsExactly("8");
        assertThat(world.after(TIMEOUT)).containsExactly("IDLE");
    }

    @Test
    void aSplitGoesOnFromItsOwnTimeWhereverItIsReadNext() throws Exception {
        SplitWorld first = SplitWorld.start(WITHOUT_IDLENESS).open("A").open("B");
        SplitWorld second = SplitWorld.start(WITHOUT_IDLENESS).open("C");
        first.record("A", 60).record("B", 20).after(1);
        second.record("C", 40).after(1);

        SplitWorld all = SplitWorld.restore(WITHOUT_IDLENESS, first.watermark(), second.watermark());
        assertThat(all.watermark()).as("the smallest inherited").isEqualTo(19);
        for (String split : new String[] {"A", "B"}) {
            all.assign(split, first.snapshot(split)).open(split);
        }
        all.assign("C", second.snapshot("C")).open("C");
        assertThat(all.after(1)).isEmpty();

        assertThat(all.record("B", 50).after(1))
                .as("A and C are known to be further, and C holds")
                .containsExactly("39");
    }

    @Test
    void restoredSplitsRaiseTheWatermarkToWhatAllOfThemHadReachedWithoutARecord() throws Exception {
        SplitWorld before = SplitWorld.start(WITHOUT_IDLENESS).open("A").open("B");
        before.record("A", 60).record("B", 50).after(1);

        SplitWorld after = SplitWorld.restore(WITHOUT_IDLENESS, 9, 49);
        after.assign("A", before.snapshot("A")).open("A");
        after.assign("B", before.snapshot("B")).open("B");

        assertThat(after.after(1)).containsExactly("49");
    }

    @Test
    void aRestoredSplitThatWasBehindDoesNotHoldTheStream() throws Exception {
        SplitWorld before = SplitWorld.start(WITH_IDLENESS).open("A").open("B");
        before.record("B", 5).after(1);
        before.record("A", 60).after(TIMEOUT);
        assertThat(before.watermark()).isEqualTo(59);

        SplitWorld after = SplitWorld.restore(WITH_IDLENESS, 59);
        after.assign("A", before.snapshot("A")).open("A");
        after.assign("B", before.snapshot("B")).open("B");

        assertThat(after.record("A", 70).record("B", 6).after(1)).containsExactly("69");
    }

    @Test
    void aRecordOfNoSplitIsRefusedWithTheRemedy() throws Exception {
        TimestampsAndWatermarksOperator<Long> operator = WITHOUT_IDLENESS.newOperator();
        OperatorHarness<Long, Long> harness = OperatorHarness.open(operator, number -> number);
        operator.onSplitsFollow();

        assertThatThrownBy(() -> harness.process(7L, 7))
                .hasMessageContaining("record=7")
                .hasMessageContaining("ReaderContext.split");
    }

    @Test
    void theStateOfAnotherGeneratorIsRefusedWithTheRemedy() throws Exception {
        SplitWorld world = SplitWorld.start(WITHOUT_IDLENESS);

        assertThatThrownBy(() -> world.assign("A", new byte[] {7}))
                .hasMessageContaining("got 1 bytes of version 7")
                .hasMessageContaining("give the operator another name");
    }

    @Test
    void aGeneratorOfOnesOwnMaySayThatItWaitsForNothingButNotThatTheInputEnds() throws Exception {
        SplitWorld world =
                SplitWorld.start(WatermarkStrategy.by(UpToTheEnd::new)).open("A");

        world.record("A", 1).after(1);

        assertThat(world.watermark()).isEqualTo(Timestamps.MAX - 1);
    }

    @Seeds(300)
    void theWatermarkNeverFallsAndWaitsForEachSplitThatIsReadAndNotBehind(long seed) throws Exception {
        Random random = new Random(seed);
        SplitWorld world = SplitWorld.start(WITHOUT_IDLENESS);
        long[] reached = new long[5];
        boolean[] isOpen = new boolean[5];
        for (int step = 0; step < 200; step++) {
            int split = random.nextInt(reached.length);
            String name = "split " + split;
            if (!isOpen[split]) {
                world.assign(name, null).open(name);
                isOpen[split] = true;
                reached[split] = Timestamps.NONE;
            } else if (random.nextInt(20) == 0) {
                world.finish(name);
                isOpen[split] = false;
            } else {
                long time = Math.max(reached[split], world.watermark()) + random.nextInt(10) + 1;
                time = Math.max(time, -1_000);
                world.record(name, time);
                reached[split] = time;
            }
            long before = world.watermark();
            world.after(1);
            assertThat(world.watermark()).isGreaterThanOrEqualTo(before);
            for (int other = 0; other < reached.length; other++) {
                boolean holds = isOpen[other] && reached[other] > before;
                assertThat(holds && world.watermark() >= reached[other]).isFalse();
                boolean isNew = isOpen[other] && reached[other] == Timestamps.NONE;
                assertThat(isNew && world.watermark() > before).isFalse();
            }
        }
    }

    private static final class UpToTheEnd implements WatermarkGenerator<Long> {

        private boolean seen;

        @Override
        public void onRecord(Long record, long timestamp) {
            seen = true;
        }

        @Override
        public long currentWatermark() {
            return seen ? Timestamps.MAX : Timestamps.NONE;
        }
    }
}
