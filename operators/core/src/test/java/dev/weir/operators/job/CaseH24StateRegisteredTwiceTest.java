package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One name for two kinds of state is refused in open; in two operators it names two states. */
class CaseH24StateRegisteredTwiceTest {

    private static final class TwoKinds implements MapFunction<String, String> {
        @Override
        public void open(RuntimeContext context) {
            context.getState(ValueStateDescriptor.of("s", Long.class));
            context.getState(ListStateDescriptor.of("s", String.class));
        }

        @Override
        public String map(String text) {
            return text;
        }
    }

    private static final class Counted implements MapFunction<String, String> {
        private final int step;
        private @Nullable LongState count;

        Counted(int step) {
            this.step = step;
        }

        @Override
        public void open(RuntimeContext context) {
            count = context.getState(LongStateDescriptor.of("s"));
        }

        @Override
        public String map(String text) {
            return text + Objects.requireNonNull(count).add(step);
        }
    }

    @Test
    void twoKindsUnderOneNameFailTheJobWithBothNamed() throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        HandSource<String> source = new HandSource<String>().add("a").end();
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle job = Jobs.start(
                    weir,
                    Jobs.settings("h24").withRestart(RestartSettings.DEFAULT),
                    (env, args) -> env.source("texts", source)
                            .keyBy(text -> text)
                            .map("two kinds", new TwoKinds())
                            .collect("results", results));
            assertThat(Jobs.failureOf(job))
                    .contains("name=s")
                    .containsIgnoringCase("value")
                    .containsIgnoringCase("list")
                    .contains("a restart can't help");
        }
        assertThat(results.list()).isEmpty();
    }

    @Test
    void oneNameInTwoOperatorsNamesTwoStates() throws Exception {
        CollectedResults<String> results = new CollectedResults<>();
        HandSource<String> source = new HandSource<String>().add("a", "a").end();
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.start(
                    weir,
                    Jobs.settings("h24-two"),
                    (env, args) -> env.source("texts", source)
                            .keyBy(text -> "one")
                            .map("ones", new Counted(1))
                            .keyBy(text -> "two")
                            .map("tens", new Counted(10))
                            .collect("results", results)));
        }
        assertThat(results.list()).containsExactly("a110", "a220");
    }
}
