package dev.weir.operators.process;

import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RichFunction;

/**
 * One record in, any number out, also to side outputs, with the record's timestamp and the current times at hand.
 *
 * <pre>{@code
 * OutputTag<String> broken = OutputTag.of("broken", String.class);
 * lines.process(new ProcessFunction<String, Integer>() {
 *     public void processElement(String line, Context context, Collector<Integer> out) {
 *         if (line.matches("-?\\d{1,9}")) {
 *             out.collect(Integer.parseInt(line));
 *         } else {
 *             context.output(broken, line);
 *         }
 *     }
 * });
 * }</pre>
 */
public abstract class ProcessFunction<I, O> implements RichFunction {

    /** Takes one record. Called by the subtask's thread; an exception fails the attempt. */
    public abstract void processElement(I record, Context context, Collector<O> out) throws Exception;

    /** What the function may ask of the record in hand; valid only during the call. */
    public interface Context {

        /** The record's event time in ms; {@code Long.MIN_VALUE} where it has none. */
        long timestamp();

        /** The current times. Timers need a keyed stream and are refused. */
        TimerService timerService();

        /** Emits to a side output, with the timestamp of the record. */
        <S> void output(OutputTag<S> tag, S record);
    }
}
