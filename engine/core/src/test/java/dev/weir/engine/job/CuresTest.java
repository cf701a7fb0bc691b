package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.JobLifecycle.Cure;
import dev.weir.engine.operator.LastingFailure;
import dev.weir.engine.operator.OperatorFailure;
import org.junit.jupiter.api.Test;

class CuresTest {

    private static final class Lost extends Exception implements LastingFailure {}

    @Test
    void whatLastsIsFoundBelowItsOperatorsFailure() {
        assertThat(Cures.of(new OperatorFailure("sink", "commit", null, new Lost())))
                .isEqualTo(Cure.NONE);
    }

    @Test
    void anyOtherFailureMayPass() {
        assertThat(Cures.of(new OperatorFailure("sink", "commit", null, new IllegalStateException("not now"))))
                .isEqualTo(Cure.RESTART_MAY_HELP);
    }
}
