package dev.weir.operators.job;

import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.process.KeyedProcessFunction;
import dev.weir.operators.process.TimeDomain;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the records of each key from 1, and sets timers of both kinds: each event-time timer gives a result of its own.
 * So a lost, doubled or reordered record of a key shows, and a lost or doubled timer too.
 */
final class Numbering extends KeyedProcessFunction<String, Long, String> {

    static final int KEYS = 17;

    private final Crash crash;
    private @Nullable LongState count;

    Numbering(Crash crash) {
        this.crash = crash;
    }

    static String keyOf(long number) {
        return "key-" + number % KEYS;
    }

    /** All results that a run over {@code [0, records)} has. */
    static List<String> expected(long records) {
        List<String> all = new ArrayList<>();
        for (long number = 0; number < records; number++) {
            all.add(keyOf(number) + " #" + (number / KEYS + 1));
            all.add(keyOf(number) + " @" + (number + 5));
        }
        return all;
    }

    @Override
    public void open(RuntimeContext context) throws Exception {
        crash.at(Crash.Phase.OPEN);
        crash.at(Crash.Phase.OPEN_AGAIN);
        count = context.getState(LongStateDescriptor.of("count"));
    }

    @Override
    public void processElement(Long number, Context context, Collector<String> out) throws Exception {
        long now = Objects.requireNonNull(count).add(1);
        context.timerService().registerEventTimeTimer(context.timestamp() + 5);
        context.timerService()
                .registerProcessingTimeTimer(context.timerService().currentProcessingTime() + 1);
        out.collect(context.currentKey() + " #" + now);
        crash.at(Crash.Phase.PROCESS);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
        if (context.timeDomain() == TimeDomain.EVENT_TIME) {
            out.collect(context.currentKey() + " @" + timestamp);
            crash.at(Crash.Phase.EVENT_TIMER);
        } else {
            crash.at(Crash.Phase.PROCESSING_TIMER);
        }
    }

    @Override
    public void close() throws Exception {
        crash.at(Crash.Phase.CLOSE);
    }
}
