package dev.weir.samples.peers.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    @Seeds(10)
    void whatASimulationOfTheSinksGetsIsExpectedHoweverTheSourcesInterleave(long seed) {
        Random random = new Random(seed);
        List<Long> counts = List.of((long) random.nextInt(300_000), (long) random.nextInt(300_000));
        List<Integer> draws = draws(counts, random);

        for (Variant variant : Variant.values()) {
            assertThat(Expectation.of(variant, Records.KEY_COUNT, counts))
                    .as(variant.label())
                    .isEqualTo(simulated(variant, draws));
        }
    }

    @Seeds(20)
    void aLostADoubledOrAnotherRecordIsNoticed(long seed) {
        Random random = new Random(seed);
        List<Long> counts = List.of(10_000L + random.nextInt(1000), 10_000L);
        Totals expected = Expectation.of(Variant.STATE, Records.KEY_COUNT, counts);
        List<Integer> draws = draws(counts, random);
        int victim = indexOfAKeptRecord(draws, random);

        List<Integer> withOneLost = new ArrayList<>(draws);
        withOneLost.remove(victim);
        List<Integer> withOneDoubled = new ArrayList<>(draws);
        withOneDoubled.add(draws.get(victim));
        List<Integer> withAnotherKey = new ArrayList<>(draws);
        withAnotherKey.set(victim, otherKeptKey(draws.get(victim)));

        assertThat(simulated(Variant.STATE, withOneLost)).isNotEqualTo(expected);
        assertThat(simulated(Variant.STATE, withOneDoubled)).isNotEqualTo(expected);
        assertThat(simulated(Variant.STATE, withAnotherKey).checksum()).isNotEqualTo(expected.checksum());
    }

    @Test
    void noRecordsGiveNothing() {
        assertThat(Expectation.of(Variant.STATE, Records.KEY_COUNT, List.of(0L, 0L)))
                .isEqualTo(Totals.NONE);
    }

    @Test
    void theSameNumberOfRecordsFromAnotherSourceIsNoticed() {
        assertThat(Expectation.of(Variant.STATE, Records.KEY_COUNT, List.of(50_000L, 0L)))
                .isNotEqualTo(Expectation.of(Variant.STATE, Records.KEY_COUNT, List.of(0L, 50_000L)));
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
    void eachSubtaskOfTheSyncWorkloadHoldsAMillionKeys() {
        long keptKeys = LongStream.range(0, Workload.SYNC.keyCount())
                .filter(key -> Records.isKept(Variant.STATE.mapped(Records.valueOf(key))))
                .count();

        assertThat(keptKeys / Workload.PARALLELISM).isBetween(999_000L, 1_001_000L);
    }

    private static Totals simulated(Variant variant, List<Integer> keys) {
        long[] sums = new long[Records.KEY_COUNT];
        long records = 0;
        long checksum = 0;
        for (int key : keys) {
            long mapped = variant.mapped(Records.valueOf(key));
            if (Records.isKept(mapped)) {
                sums[key] += mapped;
                records++;
                checksum += Records.mix(variant.keyCode(key), sums[key]);
            }
        }
        return new Totals(records, checksum);
    }

    private static List<Integer> draws(List<Long> counts, Random random) {
        List<Generator> generators = List.of(Generator.ofSource(0), Generator.ofSource(1));
        long[] rest = {counts.get(0), counts.get(1)};
        List<Integer> keys = new ArrayList<>();
        while (rest[0] + rest[1] > 0) {
            int source = rest[0] == 0 ? 1 : rest[1] == 0 ? 0 : random.nextInt(2);
            rest[source]--;
            keys.add(generators.get(source).nextKey());
        }
        return keys;
    }

    private static int indexOfAKeptRecord(List<Integer> keys, Random random) {
        int index = random.nextInt(keys.size());
        while (!isKept(keys.get(index))) {
            index = random.nextInt(keys.size());
        }
        return index;
    }

    private static int otherKeptKey(int key) {
        int other = (key + 1) % Records.KEY_COUNT;
        while (!isKept(other)) {
            other = (other + 1) % Records.KEY_COUNT;
        }
        return other;
    }

    private static boolean isKept(int key) {
        return Records.isKept(Records.increment(Records.valueOf(key)));
    }
}
