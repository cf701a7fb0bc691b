package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.protocol.Fence;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.protocol.SubtaskReport;
import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import org.junit.jupiter.api.Test;

class RollBacksTest {

    private static final SubtaskId FAILING = new SubtaskId(1, 0);
    private static final SubtaskId SURVIVOR = new SubtaskId(1, 2);

    private final RollBacks rollBacks = new RollBacks();

    private static Fence attempt(int attempt) {
        return new Fence(3, attempt);
    }

    @Test
    void whoFailedInTheAttemptBeforeReadsStorage() {
        rollBacks.onDeploy(attempt(1));
        rollBacks.onFailed(attempt(1), FAILING);
        rollBacks.onDeploy(attempt(2));
        assertThat(rollBacks.wayOf(FAILING)).isEqualTo(RestoreWay.FROM_STORAGE);
        assertThat(rollBacks.wayOf(SURVIVOR)).isEqualTo(RestoreWay.IN_PLACE);
        rollBacks.onFailed(attempt(2), SURVIVOR);
        rollBacks.onDeploy(attempt(3));
        assertThat(rollBacks.wayOf(FAILING)).isEqualTo(RestoreWay.IN_PLACE);
        assertThat(rollBacks.wayOf(SURVIVOR)).isEqualTo(RestoreWay.FROM_STORAGE);
    }

    @Test
    void whatIsOfAnotherAttemptCountsNothing() {
        rollBacks.onDeploy(attempt(2));
        rollBacks.onFailed(attempt(1), FAILING);
        rollBacks.onRestored(new SubtaskReport.Restored(attempt(1), SURVIVOR, RestoreWay.IN_PLACE));
        assertThat(rollBacks.count(RestoreWay.IN_PLACE)).isZero();
        rollBacks.onDeploy(attempt(3));
        assertThat(rollBacks.wayOf(FAILING)).isEqualTo(RestoreWay.IN_PLACE);
    }

    @Test
    void theCountsAreThoseOfTheCurrentAttempt() {
        rollBacks.onDeploy(attempt(2));
        rollBacks.onRestored(new SubtaskReport.Restored(attempt(2), SURVIVOR, RestoreWay.IN_PLACE));
        rollBacks.onRestored(new SubtaskReport.Restored(attempt(2), SURVIVOR, RestoreWay.IN_PLACE));
        rollBacks.onRestored(new SubtaskReport.Restored(attempt(2), FAILING, RestoreWay.FROM_STORAGE));
        assertThat(rollBacks.count(RestoreWay.IN_PLACE)).isEqualTo(1);
        assertThat(rollBacks.count(RestoreWay.FROM_STORAGE)).isEqualTo(1);
        rollBacks.onDeploy(attempt(3));
        assertThat(rollBacks.count(RestoreWay.IN_PLACE)).isZero();
    }
}
