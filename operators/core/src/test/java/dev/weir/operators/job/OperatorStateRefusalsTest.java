package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.operators.DataStream;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Operator state that is registered wrongly fails the job, with operator and state named. */
class OperatorStateRefusalsTest {

    private static final ListStateDescriptor<String> LIST = ListStateDescriptor.of("s", String.class);

    /** Does something with its context when it is opened, and once more with each record. */
    private static final class Registering implements MapFunction<String, String> {
        private final Consumer<RuntimeContext> inOpen;
        private final Consumer<RuntimeContext> withRecords;
        private @Nullable RuntimeContext opened;

        Registering(Consumer<RuntimeContext> inOpen, Consumer<RuntimeContext> withRecords) {
            this.inOpen = inOpen;
            this.withRecords = withRecords;
        }

        @Override
        public void open(RuntimeContext context) {
            opened = context;
            inOpen.accept(context);
        }

        @Override
        public String map(String text) {
            withRecords.accept(Objects.requireNonNull(opened));
            return text;
        }
    }

    private static String failureOf(UnaryOperator<DataStream<String>> mapped) throws Exception {
        HandSource<String> source = new HandSource<String>().add("a").end();
        try (LocalWeir weir = LocalWeir.start()) {
            return Jobs.failureOf(Jobs.start(
                    weir,
                    Jobs.settings("refused").withRestart(new RestartSettings.None()),
                    (env, args) ->
                            mapped.apply(env.source("texts", source)).collect("results", new CollectedResults<>())));
        }
    }

    private static Registering inOpen(Consumer<RuntimeContext> action) {
        return new Registering(action, context -> {});
    }

    @Test
    void oneNameForTwoKinds() throws Exception {
        assertThat(failureOf(texts -> texts.map("twice", inOpen(context -> {
                    context.listState(LIST);
                    context.unionListState(LIST);
                }))))
                .contains("operator=twice, state=s")
                .contains("SPLIT LIST")
                .contains("UNION LIST");
    }

    @Test
    void oneNameForKeyedStateAndOperatorState() throws Exception {
        assertThat(failureOf(texts -> texts.keyBy(text -> text).map("both", inOpen(context -> {
                    context.getState(LongStateDescriptor.of("s"));
                    context.listState(LIST);
                }))))
                .contains("operator 'both'")
                .contains("[s]");
    }

    @Test
    void anOperatorWithoutAName() throws Exception {
        assertThat(failureOf(texts -> texts.map(inOpen(context -> context.listState(LIST)))))
                .contains("needs a name of its own");
    }

    @Test
    void stateThatIsRegisteredAfterOpen() throws Exception {
        assertThat(failureOf(
                        texts -> texts.map("late", new Registering(context -> {}, context -> context.listState(LIST)))))
                .contains("operator=late, state=s")
                .contains("registered in open");
    }
}
