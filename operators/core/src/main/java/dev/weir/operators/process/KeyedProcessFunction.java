package dev.weir.operators.process;

import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RichFunction;

/**
 * One record of a keyed stream in, any number out, with state per key and timers. State is registered in {@code open}.
 *
 * <pre>{@code
 * // how many records each key had in the second after its first one
 * final class Burst extends KeyedProcessFunction<String, Click, Long> {
 *     private LongState count;
 *     public void open(RuntimeContext context) {
 *         count = context.getState(LongStateDescriptor.of("count"));
 *     }
 *     public void processElement(Click click, Context context, Collector<Long> out) {
 *         if (count.add(1) == 1) {
 *             context.timerService().registerEventTimeTimer(context.timestamp() + 1000);
 *         }
 *     }
 *     public void onTimer(long timestamp, OnTimerContext context, Collector<Long> out) {
 *         out.collect(count.value());
 *         count.clear();
 *     }
 * }
 * clicks.keyBy(Click::page).process("burst", new Burst());
 * }</pre>
 */
public abstract class KeyedProcessFunction<K, I, O> implements RichFunction {

    /** Takes one record; state and timers are those of its key. An exception fails the attempt. */
    public abstract void processElement(I record, Context context, Collector<O> out) throws Exception;

    /**
     * A timer fires; state and timers are those of the key that set it. Results get the timestamp of an event-time timer,
     * and none of a processing-time one.
     *
     * @param timestamp what the timer was set to, in ms
     */
    public void onTimer(long timestamp, OnTimerContext context, Collector<O> out) throws Exception {}

    /** What the function may ask of the record or timer in hand; valid only during the call. */
    public abstract class Context {

        /** The key; boxed anew on each call where the stream is keyed by a primitive. */
        public abstract K currentKey();

        /**
         * The event time in ms of the record, or of the event-time timer; {@code Long.MIN_VALUE} where there is none, as
         * with processing-time timers.
         */
        public abstract long timestamp();

        /** The current times, and the key's timers. */
        public abstract TimerService timerService();

        /** Emits to a side output, with the timestamp that results get. */
        public abstract <S> void output(OutputTag<S> tag, S record);
    }

    /** The same while a timer fires. */
    public abstract class OnTimerContext extends Context {

        /** Which kind of time the timer waited for. */
        public abstract TimeDomain timeDomain();
    }
}
