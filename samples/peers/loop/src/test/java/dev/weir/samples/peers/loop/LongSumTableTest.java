package dev.weir.samples.peers.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

class LongSumTableTest {

    @Seeds(20)
    void theTableAddsAsAMapDoesUpToItsLastKey(long seed) {
        Random random = new Random(seed);
        int keyCount = 1 + random.nextInt(500);
        LongSumTable table = new LongSumTable(keyCount);
        Map<Long, Long> model = new HashMap<>();

        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(keyCount);
            long value = random.nextInt(-500, 500);
            assertThat(table.add(key, value)).isEqualTo(model.merge(key, value, Long::sum));
        }

        Map<Long, Long> shown = new HashMap<>();
        table.forEach((key, sum) -> assertThat(shown.put(key, sum)).isNull());
        assertThat(shown).isEqualTo(model);
    }
}
