package dev.weir.samples.wordcount;

import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A word's count so far, as a line {@code word n}. */
final class RunningCount implements MapFunction<String, String> {

    private static final int TELL_EACH = 1_024;

    private final LongAdder counted;
    private @Nullable ValueState<Long> count;
    private int untold;

    /** @param counted words that all subtasks have counted, for the progress line */
    RunningCount(LongAdder counted) {
        this.counted = counted;
    }

    @Override
    public void open(RuntimeContext context) {
        count = context.getState(ValueStateDescriptor.of("count", Long.class));
    }

    @Override
    public String map(String word) {
        ValueState<Long> state = Objects.requireNonNull(count);
        Long before = state.value();
        long now = before == null ? 1 : before + 1;
        state.update(now);
        if (++untold == TELL_EACH) {
            untold = 0;
            counted.add(TELL_EACH);
        }
        return word + ' ' + now;
    }

    @Override
    public void finish() {
        counted.add(untold);
        untold = 0;
    }
}
