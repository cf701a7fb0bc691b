package dev.weir.samples.peers.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchTest {

    private final Batch batch = new Batch();

    @Test
    void aBatchIsFullWhenItsLastPlaceIsTaken() {
        for (int i = 0; i < Batch.CAPACITY_RECORDS; i++) {
            assertThat(batch.isFull()).isFalse();
            batch.add(i, -i);
        }

        assertThat(batch.isFull()).isTrue();
    }

    @Test
    void aSealedBatchIsFullUntilItIsCleared() {
        batch.add(1, 2);
        batch.seal();
        assertThat(batch.isFull()).isTrue();
        assertThat(batch.isEmpty()).isFalse();

        batch.clear();
        assertThat(batch.isFull()).isFalse();
        assertThat(batch.isEmpty()).isTrue();
    }
}
