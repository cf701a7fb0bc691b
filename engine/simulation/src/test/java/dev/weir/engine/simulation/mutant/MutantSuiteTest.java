package dev.weir.engine.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class MutantSuiteTest {

    private static final String PATCH = """
            A fault.
            --- a/engine/core/src/main/java/dev/weir/Some.java
            +++ b/engine/core/src/main/java/dev/weir/Some.java
            @@ -1,3 +1,3 @@
             first
            -second
            +other
             third
            """;

    @Test
    void everyMutantIsCaught() throws IOException, InterruptedException, ExecutionException {
        List<MutantSuite.Outcome> outcomes = MutantSuite.besideSources().run();

        outcomes.forEach(outcome -> System.out.println(outcome.name() + ": seed " + outcome.seed()));
        assertThat(outcomes)
                .hasSizeGreaterThanOrEqualTo(15)
                .allSatisfy(outcome -> assertThat(outcome.isCaught())
                        .as("%s (%s) is seen", outcome.name(), outcome.fault())
                        .isTrue());
    }

    @Test
    void aPatchReplacesItsLines() {
        TextPatch patch = TextPatch.parse("some", PATCH);

        assertThat(patch.fault()).isEqualTo("A fault.");
        assertThat(patch.className()).isEqualTo("dev.weir.Some");
        assertThat(patch.applyTo("zero\nfirst\nsecond\nthird\n")).isEqualTo("zero\nfirst\nother\nthird\n");
    }

    @Test
    void aPatchThatNoLongerAppliesIsRefused() {
        TextPatch patch = TextPatch.parse("some", PATCH);

        assertThatThrownBy(() -> patch.applyTo("first\nchanged\nthird\n"))
                .hasMessageContaining("applies in exactly one place: patch=some")
                .hasMessageContaining("found=nowhere");
    }

    @Test
    void aPatchThatWouldApplyTwiceIsRefused() {
        TextPatch patch = TextPatch.parse("some", PATCH);

        assertThatThrownBy(() -> patch.applyTo("first\nsecond\nthird\nfirst\nsecond\nthird\n"))
                .hasMessageContaining("found=twice");
    }
}
