package dev.weir.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.OperatorFailure;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PoisonDetectorTest {

    /** A record without equals and hashCode: each attempt reads another object of the same content. */
    static final class Click {
        final String page;
        final int[] position;

        Click(String page, int... position) {
            this.page = page;
            this.position = position;
        }
    }

    private static final OptionalLong AFTER_SEVEN = OptionalLong.of(7);

    private final PoisonDetector detector = new PoisonDetector();

    private static OperatorFailure failure(String uid, @Nullable Object record, Throwable cause) {
        return new OperatorFailure(uid, "process", record, cause);
    }

    private void fail(int times, String uid, @Nullable Object record, Throwable cause) {
        for (int i = 0; i < times; i++) {
            assertThat(detector.onFailure(failure(uid, record, cause), AFTER_SEVEN))
                    .isEmpty();
        }
    }

    @Test
    void theSameFailureFiveTimesInARowIsPoison() {
        fail(4, "parse", new Click("home", 1, 2), new IllegalStateException("bad"));

        assertThat(detector.onFailure(
                        new RuntimeException(
                                failure("parse", new Click("home", 1, 2), new IllegalStateException("bad too"))),
                        AFTER_SEVEN))
                .hasValueSatisfying(message -> assertThat(message)
                        .contains("operator 'parse'", "5 times", "java.lang.IllegalStateException", "Click")
                        .contains("what the sources read after checkpoint 7"));
    }

    @Test
    void aRecordWhosePlaceIsKnownIsToldWithIt() {
        fail(4, "parse", "home", new IllegalStateException("bad"));

        OperatorFailure located =
                failure("parse", "home", new IllegalStateException("bad")).at("index 17");
        assertThat(located).hasMessageContaining("operator 'parse' failed in process on a record from index 17: ");
        assertThat(detector.onFailure(located, OptionalLong.empty()))
                .hasValueSatisfying(message -> assertThat(message).contains("the source has it at index 17"));
    }

    @Test
    void beforeTheFirstCheckpointTheRecordIsAmongAll() {
        fail(4, "parse", "home", new IllegalStateException("bad"));

        OperatorFailure fifth = failure("parse", "home", new IllegalStateException("bad"));
        assertThat(detector.onFailure(fifth, OptionalLong.empty()))
                .hasValueSatisfying(message -> assertThat(message).contains("since the job's beginning"));
    }

    @Test
    void anotherRecordOperatorOrExceptionBreaksTheRow() {
        fail(4, "parse", new Click("home", 1), new IllegalStateException());
        fail(4, "parse", new Click("home", 2), new IllegalStateException());
        fail(4, "sum", new Click("home", 2), new IllegalStateException());
        fail(4, "sum", new Click("home", 2), new AssertionError());
        fail(4, "sum", List.of(new Click("home", 2)), new AssertionError());
    }

    @Test
    void aFailureThatIsNotAboutARecordIsNeverPoison() {
        fail(20, "sink", null, new IllegalStateException("no connection"));
    }
}
