package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two splits of one source go idle one after the other: the same numbers as for two channels, in either order. */
class CaseH18SplitsGoIdleTest {

    private static final long TIMEOUT = 1_000;

    private static final WatermarkStrategy<Long> STRATEGY =
            WatermarkStrategy.<Long>monotonous().withIdleness(Duration.ofNanos(TIMEOUT));

    @ParameterizedTest
    @ValueSource(strings = {"A", "B"})
    void theOrderOfGoingIdleDoesNotMatter(String first) throws Exception {
        String second = first.equals("A") ? "B" : "A";
        SplitWorld world = SplitWorld.start(STRATEGY).open("A").open("B");
        world.record("A", 6).record("B", 5);
        assertThat(world.after(1)).containsExactly("4");
        world.record(second, second.equals("A") ? 6 : 5);
        assertThat(world.after(TIMEOUT / 2)).isEmpty();

        List<String> left = new ArrayList<>(world.after(TIMEOUT / 2));
        left.addAll(world.after(TIMEOUT / 2));
        assertThat(left).containsExactly("5", "IDLE");

        world.record("B", 5);
        assertThat(world.after(1)).as("active, and nothing for B's 4").containsExactly("ACTIVE");
        world.record("B", 7);
        assertThat(world.after(1)).containsExactly("6");
        world.record("A", 6);
        assertThat(world.after(1)).isEmpty();
        world.record("B", 8);
        assertThat(world.after(1)).as("A, behind, does not hold the stream").containsExactly("7");
        world.record("A", 9);
        assertThat(world.after(1)).isEmpty();
    }

    @Test
    void aFinishedSplitIsLeftOutOfTheLargestSeen() throws Exception {
        SplitWorld world = SplitWorld.start(STRATEGY).open("A").open("B");
        world.record("A", 60).record("B", 5);
        assertThat(world.after(1)).containsExactly("4");

        world.finish("A");
        assertThat(world.after(1)).isEmpty();
        assertThat(world.after(TIMEOUT)).as("5@5 from B is not late").containsExactly("IDLE");
    }

    @Test
    void aSplitThatIsReadHoldsTheWatermarkUntilItsFirstRecord() throws Exception {
        SplitWorld world = SplitWorld.start(STRATEGY).open("A").open("B");
        world.record("A", 60);
        assertThat(world.after(1)).isEmpty();

        world.record("B", 3);
        assertThat(world.after(1)).containsExactly("2");
    }

    @Test
    void aSplitThatNeverHasARecordIsIdleAfterTheTimeout() throws Exception {
        SplitWorld world = SplitWorld.start(STRATEGY).open("A").open("B");
        assertThat(world.after(1)).isEmpty();

        world.record("A", 60);

        assertThat(world.after(TIMEOUT)).containsExactly("59");
    }

    @Test
    void aSplitThatCameLaterHoldsTheWatermarkButDoesNotPullItDown() throws Exception {
        SplitWorld world = SplitWorld.start(STRATEGY).open("A");
        world.record("A", 60);
        assertThat(world.after(1)).containsExactly("59");

        world.open("D").record("D", 8).record("A", 80);
        assertThat(world.after(1)).isEmpty();
        world.record("D", 70);
        assertThat(world.after(1)).containsExactly("69");
    }
}
