package dev.weir.operators.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.Source.Boundedness;
import dev.weir.operators.harness.SourceWorld;
import dev.weir.operators.harness.SourceWorld.Checkpoint;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GeneratorSourceTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void allSubtasksTogetherEmitEachIndexOnce() throws Exception {
        for (int parallelism : new int[] {1, 3, 5, 7}) {
            SourceWorld<Long, ?, ?> world = SourceWorld.start(GeneratorSource.bounded(1_003, n -> n), parallelism);

            world.runToEnd();

            assertThat(world.emitted()).containsExactlyInAnyOrderElementsOf(indexes(1_003));
        }
    }

    @Test
    void eachSubtaskEmitsRisingIndexesAndAboutAsMany() throws Exception {
        SourceWorld<Long, ?, ?> world = SourceWorld.start(GeneratorSource.bounded(12_000, n -> n), 3);

        world.runToEnd();

        for (int reader = 0; reader < 3; reader++) {
            assertThat(world.emittedBy(reader)).isSorted().hasSize(4_000);
        }
    }

    @Test
    void aSourceOfNothingEnds() throws Exception {
        SourceWorld<Long, ?, ?> world = SourceWorld.start(GeneratorSource.bounded(0, n -> n), 3);

        world.runToEnd();

        assertThat(world.emitted()).isEmpty();
    }

    @Test
    void readersWithoutSplitsEnd() throws Exception {
        SourceWorld<Long, ?, ?> world =
                SourceWorld.start(GeneratorSource.<Long>bounded(10, n -> n).splits(2), 3);

        assertThat(world.poll(2, 100)).isSameAs(PollResult.END);
        world.runToEnd();

        assertThat(world.emitted()).containsExactlyInAnyOrderElementsOf(indexes(10));
    }

    @Test
    void aPollEmitsItsBudgetAndNoMore() throws Exception {
        SourceWorld<Long, ?, ?> world = SourceWorld.start(GeneratorSource.unbounded(n -> n), 1);

        assertThat(world.poll(0, 10)).isSameAs(PollResult.MORE);

        assertThat(world.emitted()).containsExactlyElementsOf(indexes(10));
    }

    @Test
    void boundednessIsWhatWasAskedFor() {
        assertThat(GeneratorSource.bounded(5, n -> n).boundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(GeneratorSource.unbounded(n -> n).boundedness()).isEqualTo(Boundedness.UNBOUNDED);
    }

    @Seeds
    void aRunRestoredAnywhereAtAnyParallelismGoesOnWhereItWas(long seed) throws Exception {
        Random random = new Random(seed);
        int count = random.nextInt(3_000);
        GeneratorSource<Long> source =
                GeneratorSource.<Long>bounded(count, n -> n).splits(1 + random.nextInt(200));
        SourceWorld<Long, GeneratorSplit, List<GeneratorSplit>> world = SourceWorld.start(source, 3);
        List<Long> kept = new ArrayList<>();
        for (int restarts = random.nextInt(4); restarts > 0; restarts--) {
            pollAtRandom(world, random);
            Checkpoint checkpoint = world.checkpoint();
            kept.addAll(world.emitted());
            pollAtRandom(world, random);
            world = SourceWorld.restore(source, 1 + random.nextInt(6), checkpoint);
        }

        world.runToEnd();

        kept.addAll(world.emitted());
        assertThat(kept).containsExactlyInAnyOrderElementsOf(indexes(count));
        for (int reader = 0; reader < world.parallelism(); reader++) {
            assertThat(world.emittedBy(reader)).isSorted();
        }
    }

    @Test
    void aReaderEmitsWhatIsDueAndSaysWhenTheNextIs() throws Exception {
        SourceWorld<Long, ?, ?> world =
                SourceWorld.start(GeneratorSource.<Long>bounded(1_000, n -> n).ratePerSecond(10), 1);
        long start = world.nowNanos();

        PollResult first = world.poll(0, 100);
        assertThat(world.emitted()).containsExactly(0L);
        assertThat(first.pollAtNanos()).isEqualTo(start + SECOND / 10);

        world.advanceTo(first.pollAtNanos());
        world.poll(0, 100);
        assertThat(world.emitted()).containsExactly(0L, 1L);

        world.advanceTo(start + SECOND / 4);
        PollResult third = world.poll(0, 100);
        assertThat(world.emitted()).containsExactly(0L, 1L, 2L);
        assertThat(third.pollAtNanos()).isEqualTo(start + 3 * SECOND / 10);
    }

    @Test
    void aReaderThatWasHeldUpMakesUpForIt() throws Exception {
        SourceWorld<Long, ?, ?> world =
                SourceWorld.start(GeneratorSource.<Long>unbounded(n -> n).ratePerSecond(1_000), 1);
        long start = world.nowNanos();
        world.poll(0, 100);

        world.advanceTo(start + 2 * SECOND);
        assertThat(world.poll(0, 1_500)).isSameAs(PollResult.MORE);
        assertThat(world.poll(0, 1_500).hasTime()).isTrue();

        assertThat(world.emitted()).containsExactlyElementsOf(indexes(2_001));
    }

    @Test
    void theRateIsThatOfAllSubtasksTogether() throws Exception {
        SourceWorld<Long, ?, ?> world =
                SourceWorld.start(GeneratorSource.<Long>unbounded(n -> n).ratePerSecond(1_000), 3);
        long start = world.nowNanos();
        for (int reader = 0; reader < 3; reader++) {
            world.poll(reader, 10_000);
        }

        for (long now = start; now <= start + SECOND; now += SECOND / 100) {
            world.advanceTo(now);
            for (int reader = 0; reader < 3; reader++) {
                world.poll(reader, 10_000);
            }
        }

        assertThat(world.emitted()).containsExactlyInAnyOrderElementsOf(indexes(1_001));
    }

    @Seeds(50)
    void aLimitedReaderNeverSpinsAndNeverOversleeps(long seed) throws Exception {
        Random random = new Random(seed);
        double rate = Math.exp(random.nextDouble() * 20);
        SourceWorld<Long, ?, ?> world =
                SourceWorld.start(GeneratorSource.<Long>unbounded(n -> n).ratePerSecond(rate), 1);
        long start = world.nowNanos();

        for (int i = 0; i < 200; i++) {
            PollResult result = world.poll(0, 1_000_000_000);
            assertThat(result.pollAtNanos()).isGreaterThan(world.nowNanos());
            world.advanceTo(result.pollAtNanos());
        }

        double due = (world.nowNanos() - start) / 1e9 * rate;
        world.poll(0, 1_000_000_000);
        assertThat((double) world.emitted().size()).isBetween(Math.floor(due) - 1, Math.ceil(due) + 2);
    }

    @Test
    void aRestoredRunKeepsTheRateFromWhereItIs() throws Exception {
        GeneratorSource<Long> source = GeneratorSource.<Long>unbounded(n -> n).ratePerSecond(100);
        SourceWorld<Long, GeneratorSplit, List<GeneratorSplit>> first = SourceWorld.start(source, 1);
        first.poll(0, 1);
        first.advanceTo(first.nowNanos() + 100 * SECOND);
        first.poll(0, 4_999);

        SourceWorld<Long, ?, ?> second = SourceWorld.restore(source, 1, first.checkpoint());
        second.poll(0, 5_000);

        assertThat(second.emitted()).containsExactly(5_000L);
    }

    @Test
    @SuppressWarnings("NullAway") // the mistake this is about
    void aNullRecordIsRefusedWithItsIndex() throws Exception {
        SourceWorld<Long, ?, ?> world = SourceWorld.start(GeneratorSource.<Long>bounded(10, n -> n == 3 ? null : n), 1);

        assertThatThrownBy(() -> world.poll(0, 10)).hasMessageContainingAll("never null", "index 3");
    }

    @Test
    void damagedStateIsRefused() {
        GeneratorSource<Long> source = GeneratorSource.bounded(10, n -> n);

        assertThatThrownBy(() -> source.splitCodec().decode(new byte[] {1, 2}))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("generator split", "2 bytes");
        assertThatThrownBy(() -> source.splitCodec().decode(new byte[17])).hasMessageContaining("of version 0");
        assertThatThrownBy(() -> source.enumeratorCodec().decode(new byte[] {1, 0, 0, 0, 1}))
                .hasMessageContaining("cut short");
    }

    private static void pollAtRandom(SourceWorld<Long, ?, ?> world, Random random) throws Exception {
        for (int polls = random.nextInt(40); polls > 0; polls--) {
            world.poll(random.nextInt(world.parallelism()), 1 + random.nextInt(50));
        }
    }

    private static List<Long> indexes(long count) {
        return LongStream.range(0, count).boxed().toList();
    }
}
