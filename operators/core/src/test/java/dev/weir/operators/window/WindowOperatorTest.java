package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.Timestamps;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Emitted;
import dev.weir.snapshot.state.TypeHint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowOperatorTest {

    @Test
    void aWindowFiresWhenTheWatermarkReachesItsLastMillisecondAndNotBefore() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, Lateness.none());
        Tumbling.feed(harness, Vote.a(1, 3));

        harness.watermark(8);
        assertThat(harness.take()).isEmpty();
        harness.watermark(9);
        assertThat(harness.takeStamped()).containsExactly(new Emitted<>("[0, 10)=1", 9));
    }

    @Test
    void windowsAreKeptApartByKey() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, Lateness.none());
        Tumbling.feed(harness, new Vote("a", 1, 3));
        Tumbling.feed(harness, new Vote("b", 2, 3));
        Tumbling.feed(harness, new Vote("a", 4, 3));

        harness.watermark(9);
        assertThat(harness.take()).containsExactlyInAnyOrder("[0, 10)=5", "[0, 10)=2");
    }

    @Test
    void theEndOfTheInputFiresEveryWindowInOrder() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, new Lateness<>(1_000, null));
        Tumbling.feed(harness, Vote.a(1, 33));
        Tumbling.feed(harness, Vote.a(2, -5));
        Tumbling.feed(harness, Vote.a(3, 15));

        assertThat(harness.watermark(Timestamps.MAX)).isEqualTo(Timestamps.MAX);
        assertThat(harness.take()).containsExactly("[-10, 0)=2", "[10, 20)=3", "[30, 40)=1");
        assertThat(harness.entries()).isZero();
        assertThat(harness.timersSet()).isZero();
    }

    @Test
    void anAllowedLateRecordFiresItsWindowAgainAtOnce() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, new Lateness<>(5, null));
        Tumbling.feed(harness, Vote.a(1, 3));
        harness.watermark(13);
        assertThat(harness.take()).containsExactly("[0, 10)=1");

        Tumbling.feed(harness, Vote.a(2, 4));
        assertThat(harness.takeStamped()).containsExactly(new Emitted<>("[0, 10)=3", 9));

        harness.watermark(14);
        Tumbling.feed(harness, Vote.a(4, 5));
        assertThat(harness.take()).isEmpty();
        assertThat(harness.count(WindowOperator.LATE_RECORDS_DROPPED)).isEqualTo(1);
        assertThat(harness.entries()).isZero();
        assertThat(harness.timersSet()).isZero();
    }

    @Test
    void anAllowedLateRecordOfAnUnknownKeyOpensAWindowThatIsCleanedUp() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, new Lateness<>(5, null));
        harness.watermark(13);

        Tumbling.feed(harness, Vote.a(2, 4));
        assertThat(harness.take()).containsExactly("[0, 10)=2");

        harness.watermark(14);
        assertThat(harness.take()).isEmpty();
        assertThat(harness.entries()).isZero();
        assertThat(harness.timersSet()).isZero();
    }

    @Test
    void lateRecordsGoToTheirSideOutputInsteadOfBeingCounted() throws Exception {
        OperatorHarness<Vote, String> harness =
                Tumbling.open(10, Lateness.<Vote>none().sendingTo(Tumbling.LATE));
        harness.watermark(9);

        Tumbling.feed(harness, Vote.a(2, 4));
        Tumbling.feed(harness, Vote.a(3, 10));

        assertThat(harness.side(Tumbling.LATE)).containsExactly(Vote.a(2, 4));
        assertThat(harness.count(WindowOperator.LATE_RECORDS_DROPPED)).isZero();
    }

    @Test
    void aWindowHasOneTimerHoweverManyRecordsItHolds() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, new Lateness<>(5, null));
        for (int i = 0; i < 20; i++) {
            Tumbling.feed(harness, Vote.a(1, i));
        }

        assertThat(harness.timersSet()).isEqualTo(2);
        harness.watermark(9);
        assertThat(harness.timersSet()).isEqualTo(2);
        harness.watermark(14);
        assertThat(harness.timersSet()).isEqualTo(1);
    }

    @Test
    void openWindowsSurviveARestore() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, Lateness.none());
        Tumbling.feed(harness, Vote.a(1, 3));

        OperatorHarness<Vote, String> restored = harness.crashAndRestore(() -> Tumbling.sums(10, Lateness.none()));
        Tumbling.feed(restored, Vote.a(2, 4));
        restored.watermark(9);

        assertThat(restored.take()).containsExactly("[0, 10)=3");
    }

    @Test
    void lessLatenessAfterARestoreStillCleansUp() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, new Lateness<>(50, null));
        Tumbling.feed(harness, Vote.a(1, 3));
        harness.watermark(9);

        OperatorHarness<Vote, String> restored = harness.crashAndRestore(() -> Tumbling.sums(10, Lateness.none()));
        restored.watermark(59);

        assertThat(restored.take()).isEmpty();
        assertThat(restored.entries()).isZero();
    }

    @Test
    void moreLatenessAfterARestoreKeepsTheWindowLonger() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, new Lateness<>(5, null));
        Tumbling.feed(harness, Vote.a(1, 3));
        harness.watermark(9);

        OperatorHarness<Vote, String> restored =
                harness.crashAndRestore(() -> Tumbling.sums(10, new Lateness<>(50, null)));
        restored.watermark(20);
        Tumbling.feed(restored, Vote.a(2, 3));
        assertThat(restored.take()).containsExactly("[0, 10)=3");
        restored.watermark(59);
        assertThat(restored.entries()).isZero();
    }

    @Test
    void aListThatGoesOnLivingIsCopiedWhenItIsEmitted() throws Exception {
        assertThat(copiesOfAnEmittedList(Lateness.none())).isZero();
        assertThat(copiesOfAnEmittedList(new Lateness<>(5, null))).isEqualTo(1);
    }

    private static int copiesOfAnEmittedList(Lateness<List<String>> lateness) throws Exception {
        WindowOperator<List<String>, List<String>, List<String>> operator = new WindowOperators<>(
                        TumblingEventTimeWindows.of(Duration.ofMillis(10)), lateness)
                .reduce((left, right) -> left, new TypeHint<List<String>>() {});
        OperatorHarness<List<String>, List<String>> harness = OperatorHarness.open(operator, list -> "key");
        harness.process(new ArrayList<>(List.of("x")), 3);
        harness.watermark(9);
        assertThat(harness.take()).containsExactly(List.of("x"));
        return harness.copies();
    }

    @Test
    void theWindowFunctionIsOpenedAndClosed() throws Exception {
        List<String> calls = new ArrayList<>();
        WindowFunction<String, Long, String> function = new WindowFunction<>() {
            @Override
            public void open(RuntimeContext context) {
                calls.add("open in " + context.operatorName());
            }

            @Override
            public String apply(String key, TimeWindow window, Long aggregated) {
                return key + aggregated;
            }

            @Override
            public void close() {
                calls.add("close");
            }
        };
        WindowOperator<Vote, Long, String> operator = new WindowOperators<Vote>(
                        TumblingEventTimeWindows.of(Duration.ofMillis(10)), Lateness.none())
                .sum(Vote::value, function);
        OperatorHarness<Vote, String> harness = OperatorHarness.open(operator, Vote::key);
        harness.close();

        assertThat(calls).containsExactly("open in windows", "close");
    }

    @Test
    void aTimestampWhoseWindowLeavesTheRangeOfLongIsRefused() throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, Lateness.none());

        assertThatThrownBy(() -> Tumbling.feed(harness, Vote.a(1, Long.MAX_VALUE)))
                .hasMessageContaining("within the range of long")
                .hasMessageContaining("timestamp=9223372036854775807");
        assertThatThrownBy(() -> Tumbling.feed(harness, Vote.a(1, Long.MIN_VALUE + 1)))
                .hasMessageContaining("within the range of long");
    }
}
