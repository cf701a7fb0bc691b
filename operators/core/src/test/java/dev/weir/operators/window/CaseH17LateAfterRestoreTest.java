package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Place;
import dev.weir.operators.harness.OperatorHarness.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseH17LateAfterRestoreTest {

    @Test
    void whatWasLateBeforeACrashIsLateAfterIt() throws Exception {
        OperatorHarness<Vote, String> restored =
                firedThenCrashed(Lateness.none()).crashAndRestore(() -> Tumbling.sums(10, Lateness.none()));

        Tumbling.feed(restored, Vote.a(3, 3));
        restored.watermark(19);
        restored.watermark(29);

        assertThat(restored.take()).isEmpty();
        assertThat(restored.count(WindowOperator.LATE_RECORDS_DROPPED)).isEqualTo(1);
    }

    @Test
    void aLateSideOutputGetsItAfterTheRestoreToo() throws Exception {
        Lateness<Vote> lateness = Lateness.<Vote>none().sendingTo(Tumbling.LATE);
        OperatorHarness<Vote, String> restored =
                firedThenCrashed(lateness).crashAndRestore(() -> Tumbling.sums(10, lateness));

        Tumbling.feed(restored, Vote.a(3, 3));
        restored.watermark(29);

        assertThat(restored.take()).isEmpty();
        assertThat(restored.side(Tumbling.LATE)).containsExactly(Vote.a(3, 3));
        assertThat(restored.count(WindowOperator.LATE_RECORDS_DROPPED)).isZero();
    }

    @Test
    void aWindowThatFiredFiresAgainUnderTheSmallerWatermarkOfARescale() throws Exception {
        Lateness<Vote> lateness = Lateness.<Vote>none().allowing(100);
        Place first = new Place(0, 2, 7);
        Place second = new Place(1, 2, 7);
        Vote vote = voteOf(second);
        OperatorHarness<Vote, String> behind = OperatorHarness.open(Tumbling.sums(10, lateness), Vote::key, first);
        OperatorHarness<Vote, String> ahead = OperatorHarness.open(Tumbling.sums(10, lateness), Vote::key, second);
        behind.watermark(5);
        Tumbling.feed(ahead, vote);
        ahead.watermark(9);
        assertThat(ahead.take()).containsExactly("[0, 10)=1");

        List<Snapshot> snapshots = new ArrayList<>(List.of(behind.snapshot(), ahead.snapshot()));
        OperatorHarness<Vote, String> only =
                OperatorHarness.restore(Tumbling.sums(10, lateness), Vote::key, Place.ONLY, snapshots);
        assertThat(only.currentWatermark()).isEqualTo(5);
        Tumbling.feed(only, vote);
        assertThat(only.take()).isEmpty();
        only.watermark(9);
        assertThat(only.take()).containsExactly("[0, 10)=2");
        only.watermark(109);
        assertThat(only.entries()).isZero();
        assertThat(only.timersSet()).isZero();
    }

    private static OperatorHarness<Vote, String> firedThenCrashed(Lateness<Vote> lateness) throws Exception {
        OperatorHarness<Vote, String> harness = Tumbling.open(10, lateness);
        Tumbling.feed(harness, Vote.a(1, 1));
        Tumbling.feed(harness, Vote.a(2, 2));
        harness.watermark(19);
        assertThat(harness.take()).containsExactly("[0, 10)=3");
        return harness;
    }

    private static Vote voteOf(Place place) {
        for (int i = 0; i < 100; i++) {
            if (place.owns("key-" + i)) {
                return new Vote("key-" + i, 1, 3);
            }
        }
        throw new IllegalStateException("no key found for " + place);
    }
}
