package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.TimerHandler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A subtask whose chain has no capacity is woken by what gives it some, not by timers that can't fire. */
class BlockedWakeUpTest {

    private static final long DUE_MILLIS = 0;
    private static final long LATER_MILLIS = 50;

    private final Recorder results = new Recorder();

    @Test
    void aTimerThatIsDueDoesNotWakeABlockedSubtask() {
        Timed counter = new Timed(DUE_MILLIS);
        SubtaskBench bench = new SubtaskBench(() -> counter, () -> results).start();

        bench.words(0, "a");
        bench.subtask.run();

        assertThat(counter.fired).isZero();
        assertThat(bench.outbox.wakeAtNanos).as("a wish to be woken").isZero();

        counter.ready = true;
        bench.subtask.run();
        assertThat(counter.fired).isEqualTo(1);
    }

    @Test
    void aTimerWakesASubtaskThatCanGoOn() {
        Timed counter = new Timed(LATER_MILLIS);
        SubtaskBench bench = new SubtaskBench(() -> counter, () -> results).start();

        bench.words(0, "a");
        counter.ready = true;
        bench.subtask.run();

        assertThat(bench.outbox.wakeAtNanos).isGreaterThanOrEqualTo(LATER_MILLIS * 1_000_000);
    }

    /** Sets a timer for its first record; then it has no capacity until it is given some. */
    private static final class Timed extends WordCount implements TimerHandler {

        private final long timerMillis;
        private @Nullable OperatorContext context;
        private boolean ready = true;
        private int fired;

        Timed(long timerMillis) {
            this.timerMillis = timerMillis;
        }

        @Override
        public void open(OperatorContext opened, Output<String> chained) throws Exception {
            super.open(opened, chained);
            context = opened;
            opened.timers();
        }

        @Override
        public void process(String word, long timestamp) throws Exception {
            super.process(word, timestamp);
            Objects.requireNonNull(context).timers().processingTime().register(0, timerMillis);
            ready = false;
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void onEventTimer(long namespace, long timestamp) {
            throw new AssertionError("none is set");
        }

        @Override
        public void onProcessingTimer(long namespace, long timestamp) {
            fired++;
        }
    }
}
