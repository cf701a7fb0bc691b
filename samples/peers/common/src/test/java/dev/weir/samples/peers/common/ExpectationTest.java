package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    /** Counting the keys of the others takes its time, and teaches nothing new. */
    private static final List<Workload> FEW_KEYS = Arrays.stream(Workload.values())
            .filter(workload -> workload.keyCount() <= Records.KEY_COUNT)
            .toList();

    /** A record on its way: of which source, its number there, its key. */
    private record Draw(int source, long index, int key) {}

    @Seeds(3)
    void whatASimulationOfTheSinksGetsIsExpectedHoweverTheSourcesInterleave(long seed) {
        Random random = new Random(seed);
        for (Workload workload : FEW_KEYS) {
            List<Long> counts = List.of((long) random.nextInt(20_000), (long) random.nextInt(20_000));
            List<Draw> draws = draws(workload, counts, random);
            Arrays.stream(Variant.values())
                    .filter(workload::supports)
                    .forEach(variant -> assertThat(Expectation.of(workload, variant, counts))
                            .as("%s %s", workload, variant)
                            .isEqualTo(simulated(workload, variant, draws)));
        }
    }

    @Seeds(3)
    void aLostADoubledOrAnotherRecordIsNoticedByEveryWorkload(long seed) {
        Random random = new Random(seed);
        for (Workload workload : FEW_KEYS) {
            List<Long> counts = List.of(1_000L + random.nextInt(100), 1_000L);
            Totals expected = Expectation.of(workload, Variant.STATE, counts);
            List<Draw> draws = draws(workload, counts, random);
            int victim = indexOfAKeptRecord(draws, random);
            Draw draw = draws.get(victim);

            List<Draw> withOneLost = new ArrayList<>(draws);
            withOneLost.remove(victim);
            List<Draw> withOneDoubled = new ArrayList<>(draws);
            withOneDoubled.add(draw);
            List<Draw> withAnotherKey = new ArrayList<>(draws);
            withAnotherKey.set(victim, new Draw(draw.source(), draw.index(), otherKeptKey(draw.key(), workload)));

            for (List<Draw> wrong : List.of(withOneLost, withOneDoubled, withAnotherKey)) {
                assertThat(simulated(workload, Variant.STATE, wrong).checksum())
                        .as(workload.label())
                        .isNotEqualTo(expected.checksum());
            }
        }
    }

    @Test
    void windowsThatOnlyOneSourceReachedAreExpectedTooAndARecordInTheWrongOneIsNoticed() {
        List<Long> counts = List.of(EventTime.RECORDS_PER_WINDOW + 1, 70_001L);
        Totals expected = Expectation.of(Workload.W2, Variant.STATE, counts);
        List<Draw> draws = draws(Workload.W2, counts, new Random(1));
        assertThat(simulated(Workload.W2, Variant.STATE, draws)).isEqualTo(expected);

        Draw last = draws.remove(draws.size() - 1);
        draws.add(new Draw(0, last.index() - 1, last.key()));
        assertThat(simulated(Workload.W2, Variant.STATE, draws)).isNotEqualTo(expected);
    }

    @Test
    void noRecordsGiveNothing() {
        for (Workload workload : Workload.values()) {
            assertThat(Expectation.of(workload, Variant.STATE, List.of(0L, 0L))).isEqualTo(Totals.NONE);
        }
    }

    @Test
    void theSameNumberOfRecordsFromAnotherSourceIsNoticed() {
        for (Workload workload : Workload.values()) {
            assertThat(Expectation.of(workload, Variant.STATE, List.of(50_000L, 0L)))
                    .isNotEqualTo(Expectation.of(workload, Variant.STATE, List.of(0L, 50_000L)));
        }
    }

    @Test
    void aboutOneKeyInSixteenIsDroppedByEveryVariant() {
        for (Variant variant : Variant.values()) {
            long keptKeys = LongStream.range(0, Records.KEY_COUNT)
                    .filter(key -> Records.isKept(variant.mapped(Records.valueOf(key))))
                    .count();
            assertThat(keptKeys).isBetween(93_000L, 94_500L);
        }
    }

    @Test
    void noKeyOfTheWindowsHasTheValueZeroSoASumTellsHowManyRecordsItIsOf() {
        assertThat(LongStream.range(0, Workload.W2.keyCount()).map(Records::valueOf))
                .doesNotContain(0L);
    }

    @Test
    void eachSubtaskOfTheSyncWorkloadHoldsAMillionKeys() {
        long keptKeys = LongStream.range(0, Workload.SYNC.keyCount())
                .filter(key -> Records.isKept(Variant.STATE.mapped(Records.valueOf(key))))
                .count();

        assertThat(keptKeys / Workload.PARALLELISM).isBetween(999_000L, 1_001_000L);
    }

    @Test
    void eachSubtaskHoldsAMillionKeysWhenItCrashes() {
        long keptKeys = LongStream.range(0, Workload.W6_MILLION.keyCount())
                .filter(key -> Records.isKept(Variant.STATE.mapped(Records.valueOf(key))))
                .count();

        assertThat(keptKeys / Workload.PARALLELISM).isBetween(1_002_000L, 1_004_000L);
    }

    private static Totals simulated(Workload workload, Variant variant, List<Draw> draws) {
        return switch (workload.job()) {
            case WINDOW_SUM -> simulatedWindows(draws);
            case SHUFFLE -> simulatedShuffle(draws);
            case PACED_SUM, SLOW_SUM ->
                simulatedSums(draws.stream().map(Draw::key).toList(), variant);
            case KEYED_SUM -> {
                List<Integer> kept = draws.stream()
                        .map(Draw::key)
                        .filter(key -> Records.isKept(variant.mapped(Records.valueOf(key))))
                        .toList();
                yield workload.isCrashed() ? simulatedLastSums(kept, variant) : simulatedMappedSums(kept, variant);
            }
        };
    }

    private static Totals simulatedMappedSums(List<Integer> keys, Variant variant) {
        Map<Integer, Long> sums = new HashMap<>();
        long checksum = 0;
        for (int key : keys) {
            long sum = sums.merge(key, variant.mapped(Records.valueOf(key)), Long::sum);
            checksum += Records.mix(variant.keyCode(key), sum);
        }
        return new Totals(keys.size(), checksum);
    }

    private static Totals simulatedSums(List<Integer> keys, Variant variant) {
        Map<Integer, Long> sums = new HashMap<>();
        long checksum = 0;
        for (int key : keys) {
            checksum += Records.mix(variant.keyCode(key), sums.merge(key, Records.valueOf(key), Long::sum));
        }
        return new Totals(keys.size(), checksum);
    }

    private static Totals simulatedLastSums(List<Integer> keys, Variant variant) {
        Map<Integer, Long> sums = new HashMap<>();
        keys.forEach(key -> sums.merge(key, variant.mapped(Records.valueOf(key)), Long::sum));
        return mixed(sums);
    }

    private static Totals simulatedShuffle(List<Draw> draws) {
        Totals totals = Totals.NONE;
        for (Draw draw : draws) {
            long value = 3 * (Records.valueOf(draw.key()) + 1);
            if (Records.isKept(value)) {
                totals = totals.plus(new Totals(1, Records.mix(draw.key(), value)));
            }
        }
        return totals;
    }

    private static Totals simulatedWindows(List<Draw> draws) {
        Map<Long, Long> sums = new HashMap<>();
        for (Draw draw : draws) {
            long timestamp = EventTime.timestampOf(draw.index());
            long window = timestamp - timestamp % 10_000;
            sums.merge(window * 100_000 + draw.key(), Records.valueOf(draw.key()), Long::sum);
        }
        Map<Long, Long> byCode = new HashMap<>();
        sums.forEach((place, sum) -> byCode.put(Records.windowCode(place % 100_000, place / 100_000), sum));
        return mixed(byCode);
    }

    private static Totals mixed(Map<? extends Number, Long> sums) {
        return sums.entrySet().stream()
                .map(entry -> new Totals(1, Records.mix(entry.getKey().longValue(), entry.getValue())))
                .reduce(Totals.NONE, Totals::plus);
    }

    private static List<Draw> draws(Workload workload, List<Long> counts, Random random) {
        List<Generator> generators = IntStream.range(0, 2)
                .mapToObj(source -> Generator.at(source, 0, workload.keyCount()))
                .toList();
        long[] next = {0, 0};
        List<Draw> draws = new ArrayList<>();
        while (next[0] < counts.get(0) || next[1] < counts.get(1)) {
            int drawn = random.nextInt(2);
            int source = next[drawn] < counts.get(drawn) ? drawn : 1 - drawn;
            draws.add(new Draw(source, next[source]++, generators.get(source).nextKey()));
        }
        return draws;
    }

    private static int indexOfAKeptRecord(List<Draw> draws, Random random) {
        int index = random.nextInt(draws.size());
        while (!isKept(draws.get(index).key())) {
            index = random.nextInt(draws.size());
        }
        return index;
    }

    private static int otherKeptKey(int key, Workload workload) {
        int other = (key + 1) % workload.keyCount();
        while (!isKept(other)) {
            other = (other + 1) % workload.keyCount();
        }
        return other;
    }

    private static boolean isKept(int key) {
        return Records.isKept(Records.increment(Records.valueOf(key)));
    }
}
