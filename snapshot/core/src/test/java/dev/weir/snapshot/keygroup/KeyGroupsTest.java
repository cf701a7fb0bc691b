package dev.weir.snapshot.keygroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyGroupsTest {

    @Test
    void rangesAreThoseOfTheVectors() {
        assertThat(ranges(10, 50))
                .containsExactly("0-4", "5-9", "10-14", "15-19", "20-24", "25-29", "30-34", "35-39", "40-44", "45-49");
        assertThat(ranges(3, 10)).containsExactly("0-3", "4-6", "7-9");
        assertThat(ranges(4, 10)).containsExactly("0-2", "3-4", "5-7", "8-9");
        assertThat(ranges(3, 128)).containsExactly("0-42", "43-85", "86-127");
        assertThat(ranges(5, 128)).containsExactly("0-25", "26-51", "52-76", "77-102", "103-127");
    }

    private static List<String> ranges(int parallelism, int maxParallelism) {
        List<String> ranges = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            ranges.add(KeyGroups.rangeOf(i, parallelism, maxParallelism).toString());
        }
        return ranges;
    }

    @ParameterizedTest
    @CsvSource({
        "1,128",
        "85,128",
        "86,256",
        "170,256",
        "171,256",
        "172,512",
        "342,1024",
        "1000,2048",
        "10923,16384",
        "21845,32768",
        "32768,32768"
    })
    void theDerivedMaxParallelismIsThatOfTheVectors(int parallelism, int expected) {
        assertThat(KeyGroups.defaultMaxParallelism(parallelism)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0,593689054",
        "1,68075478",
        "2,1085422463",
        "42,1134849565",
        "-1,1982413648",
        "2147483647,1653689534",
        "-2147483648,1718298732"
    })
    void murmurIsThatOfTheVectors(int value, int expected) {
        assertThat(KeyGroups.murmur(value)).isEqualTo(expected);
    }

    @Test
    void theOneValueWhoseHashIsMinValueGoesToZero() {
        assertThat(KeyGroups.murmur(-2_089_875_627)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"hello,35", "world,66", "flink,98", "user-1,121"})
    void stringsGoToTheGroupsOfTheVectors(String key, int expected) {
        assertThat(KeyGroups.keyGroupOf(StableHash.hashOf(key), 128)).isEqualTo(expected);
    }

    @Test
    void integersGoToTheGroupsOfTheVectors() {
        List<Integer> groups = new ArrayList<>();
        for (int key = 0; key < 20; key++) {
            groups.add(KeyGroups.keyGroupOf(StableHash.hashOf(key), 10));
        }
        assertThat(groups).containsExactly(4, 8, 3, 5, 5, 4, 4, 1, 5, 1, 9, 2, 6, 1, 1, 2, 2, 1, 1, 7);
    }

    @Test
    void rangesPartitionTheGroupsForAllSmallPairs() {
        for (int maxParallelism = 1; maxParallelism <= 130; maxParallelism++) {
            for (int parallelism = 1; parallelism <= maxParallelism; parallelism++) {
                assertPartition(parallelism, maxParallelism);
            }
        }
    }

    @Test
    void rangesPartitionTheGroupsAtTheLimit() {
        for (int parallelism : new int[] {1, 2, 3, 127, 128, 10_923, 21_845, 32_767, 32_768}) {
            assertPartition(parallelism, KeyGroups.MAX_PARALLELISM_LIMIT);
        }
    }

    @Seeds(100)
    void rangesPartitionTheGroupsForAnyPair(long seed) {
        Random random = new Random(seed);
        int maxParallelism = 1 + random.nextInt(KeyGroups.MAX_PARALLELISM_LIMIT);
        assertPartition(1 + random.nextInt(maxParallelism), maxParallelism);
    }

    private static void assertPartition(int parallelism, int maxParallelism) {
        int next = 0;
        for (int i = 0; i < parallelism; i++) {
            KeyGroupRange range = KeyGroups.rangeOf(i, parallelism, maxParallelism);
            check(range.first() == next && range.size() >= 1, parallelism, maxParallelism);
            for (int group = range.first(); group <= range.last(); group++) {
                check(KeyGroups.subtaskOf(group, parallelism, maxParallelism) == i, parallelism, maxParallelism);
            }
            next = range.last() + 1;
        }
        check(next == maxParallelism, parallelism, maxParallelism);
    }

    private static void check(boolean holds, int parallelism, int maxParallelism) {
        if (!holds) {
            throw new AssertionError("p=" + parallelism + ", maxP=" + maxParallelism);
        }
    }

    @Test
    void aPairOutsideTheLimitsIsRefused() {
        assertThatThrownBy(() -> KeyGroups.check(200, 128))
                .hasMessageContaining("parallelism=200")
                .hasMessageContaining("maxParallelism=128")
                .hasMessageContaining("--max-parallelism");
        assertThatThrownBy(() -> KeyGroups.check(0, 1)).hasMessageContaining("parallelism=0");
        assertThatThrownBy(() -> KeyGroups.check(1, 32_769)).hasMessageContaining("maxParallelism=32769");
    }

    @Test
    void rangesMeetWhereTheyOverlap() {
        KeyGroupRange range = new KeyGroupRange(3, 7);
        assertThat(range.intersect(new KeyGroupRange(5, 9))).isEqualTo(new KeyGroupRange(5, 7));
        assertThat(range.intersect(new KeyGroupRange(0, 2)).size()).isZero();
        assertThat(range.contains(7)).isTrue();
        assertThat(range.contains(8)).isFalse();
    }
}
