package dev.weir.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FenceTest {

    @Test
    void anAttemptOfANewerCoordinatorIsHigherThanAllOfAnOlderOne() {
        assertThat(new Fence(4, 1).jobWideAttempt()).isGreaterThan(new Fence(3, 17).jobWideAttempt());
        assertThat(new Fence(4, 2).jobWideAttempt()).isGreaterThan(new Fence(4, 1).jobWideAttempt());
    }
}
