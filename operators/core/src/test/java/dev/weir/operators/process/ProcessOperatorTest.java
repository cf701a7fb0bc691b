package dev.weir.operators.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.function.Collector;
import dev.weir.operators.harness.OperatorHarness;
import dev.weir.operators.harness.OperatorHarness.Emitted;
import org.junit.jupiter.api.Test;

class ProcessOperatorTest {

    private static final OutputTag<String> BROKEN = OutputTag.of("broken", String.class);

    private static final class Parse extends ProcessFunction<String, Integer> {
        @Override
        public void processElement(String line, Context context, Collector<Integer> out) {
            if (line.equals("timer")) {
                context.timerService().registerEventTimeTimer(context.timestamp() + 1);
            } else if (line.matches("\\d+")) {
                out.collect(Integer.parseInt(line));
            } else {
                context.output(BROKEN, line + " at " + context.timerService().currentWatermark());
            }
        }
    }

    private static final class Nothing extends ProcessFunction<String, Integer> {
        @Override
        @SuppressWarnings("NullAway") // what careless code does
        public void processElement(String line, Context context, Collector<Integer> out) {
            out.collect(null);
        }
    }

    @Test
    void resultsAndSideOutputsAreKeptApart() throws Exception {
        OperatorHarness<String, Integer> harness =
                OperatorHarness.open(new ProcessOperator<>(new Parse()), line -> line);
        harness.watermark(3);
        harness.process("12", 5);
        harness.process("x", 6);

        assertThat(harness.takeStamped()).containsExactly(new Emitted<>(12, 5));
        assertThat(harness.side(BROKEN)).containsExactly("x at 3");
    }

    @Test
    void timersNeedAKeyedStream() throws Exception {
        OperatorHarness<String, Integer> harness =
                OperatorHarness.open(new ProcessOperator<>(new Parse()), line -> line);

        assertThatThrownBy(() -> harness.process("timer", 5))
                .hasMessageContaining("timers need a keyed stream: operator 'windows', timestamp=6")
                .hasMessageContaining("keyBy");
    }

    @Test
    void aNullResultIsRefused() throws Exception {
        OperatorHarness<String, Integer> harness =
                OperatorHarness.open(new ProcessOperator<>(new Nothing()), line -> line);

        assertThatThrownBy(() -> harness.process("x", 5))
                .hasMessageContaining("must not emit null: operator 'windows'");
    }
}
