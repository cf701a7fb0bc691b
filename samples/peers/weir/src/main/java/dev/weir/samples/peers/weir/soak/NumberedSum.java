package dev.weir.samples.peers.weir.soak;

import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.process.KeyedProcessFunction;
import dev.weir.samples.peers.weir.Event;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;

/**
 * The running sum of each key, which also numbers its records, for all records of a key have one value. Some keys set a
 * timer whenever they have none, and keep in their state when it is due; a timer that comes without such a note has come
 * twice, and a note that grows old has lost its timer.
 */
final class NumberedSum extends KeyedProcessFunction<Long, Event, Event> {

    private static final long KEYS_PER_TIMER_KEY = 64;
    private static final long TIMER_MILLIS = 20;

    /** Longer than any recovery. */
    private static final long LOST_AFTER_MILLIS = 60_000;

    private final Faults faults;
    private final Ledger ledger;
    private final Faults.Point process;

    @SuppressWarnings("NullAway.Init") // open comes before processElement
    private LongState sum;

    @SuppressWarnings("NullAway.Init")
    private LongState timerDueMillis;

    NumberedSum(Faults faults, Ledger ledger) {
        this.faults = faults;
        this.ledger = ledger;
        process = faults.point(FaultPhase.FUNCTION_PROCESS);
    }

    @Override
    public void open(RuntimeContext context) {
        faults.point(FaultPhase.FUNCTION_OPEN).pass();
        sum = context.getState(LongStateDescriptor.of("sum"));
        timerDueMillis = context.getState(LongStateDescriptor.of("timer"));
    }

    @Override
    public void processElement(Event event, Context context, Collector<Event> out) throws Exception {
        long after = sum.add(event.value());
        process.pass();
        if (event.key() % KEYS_PER_TIMER_KEY == 0) {
            keepTimer(context);
        }
        out.collect(new Event(event.key(), after));
    }

    private void keepTimer(Context context) {
        long nowMillis = context.timerService().currentProcessingTime();
        long dueMillis = timerDueMillis.value();
        if (dueMillis == 0) {
            timerDueMillis.update(nowMillis + TIMER_MILLIS);
            context.timerService().registerProcessingTimeTimer(nowMillis + TIMER_MILLIS);
        } else if (nowMillis - dueMillis > LOST_AFTER_MILLIS) {
            ledger.timerLost();
            timerDueMillis.clear();
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Event> out) {
        faults.point(FaultPhase.FUNCTION_TIMER).pass();
        if (timerDueMillis.value() == timestamp) {
            ledger.timerFired();
        } else {
            ledger.timerUnexpected();
        }
        timerDueMillis.clear();
    }

    @Override
    public void close() {
        faults.point(FaultPhase.FUNCTION_CLOSE).pass();
    }
}
