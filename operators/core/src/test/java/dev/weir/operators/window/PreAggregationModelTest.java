package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.window.ShuffleWorld.Outcome;
import dev.weir.operators.window.WindowCase.Before;
import dev.weir.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Windows say the same whether senders aggregate before or not, or did so before a crash and don't after it: with keys that
 * are longs, strings and records, any order of delivery, barriers, crashes, rescales, idleness, tiny tables.
 */
class PreAggregationModelTest {

    @Seeds(400)
    void severalSendersSayWhatBruteForceSays(long seed) throws Exception {
        for (Before before : Before.values()) {
            Random random = new Random(seed);
            WindowCase windowCase = new WindowCase(random, before);
            List<SenderScript> scripts = new ArrayList<>();
            int senders = 2 + random.nextInt(2);
            for (int i = 0; i < senders; i++) {
                scripts.add(SenderScript.orderly(random, windowCase::key));
            }
            Outcome expected = windowCase.expected(scripts);

            Outcome outcome = new ShuffleWorld(random, scripts, windowCase).run();

            assertThat(outcome.said()).as("%s", before).isEqualTo(expected.said());
            assertThat(outcome.late()).as("%s", before).isZero();
        }
    }

    @Seeds(400)
    void lateRecordsAreCountedOneByOneAfterTheShuffle(long seed) throws Exception {
        for (Before before : Before.values()) {
            Random random = new Random(seed);
            WindowCase windowCase = new WindowCase(random, before);
            List<SenderScript> scripts = List.of(SenderScript.disorderly(random, windowCase::key));
            Outcome expected = windowCase.expected(scripts);

            Outcome outcome = new ShuffleWorld(random, scripts, windowCase).run();

            assertThat(outcome.said()).as("%s", before).isEqualTo(expected.said());
            assertThat(outcome.late()).as("%s", before).isEqualTo(expected.late());
        }
    }

    @Test
    void theModelSeesLateRecordsAndPartials() throws Exception {
        long late = 0;
        long saved = 0;
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            WindowCase windowCase = new WindowCase(random, Before.ALWAYS);
            List<SenderScript> scripts = List.of(SenderScript.disorderly(random, windowCase::key));
            late += windowCase.expected(scripts).late();
            saved += new ShuffleWorld(random, scripts, windowCase).run().recordsSaved();
        }
        assertThat(late).isGreaterThan(100);
        assertThat(saved).isGreaterThan(100);
    }
}
