package dev.weir.samples.peers.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.Seeds;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingTest {

    @Seeds(20)
    void batchesComeOutInTheOrderTheyWentInAndNoneIsLost(long seed) {
        Random random = new Random(seed);
        Ring ring = new Ring();
        Queue<Batch> model = new ArrayDeque<>();

        for (int i = 0; i < 500; i++) {
            if (random.nextBoolean()) {
                Batch batch = new Batch();
                if (ring.offer(batch)) {
                    model.add(batch);
                }
            } else {
                assertThat(ring.poll()).isSameAs(model.poll());
            }
        }
    }

    @Test
    void aFullRingRefusesUntilABatchIsTaken() {
        Ring ring = new Ring();
        int taken = 0;
        while (ring.offer(new Batch())) {
            taken++;
        }

        assertThat(taken).isEqualTo(64);
        assertThat(ring.poll()).isNotNull();
        assertThat(ring.offer(new Batch())).isTrue();
        assertThat(ring.offer(new Batch())).isFalse();
    }
}
