package dev.weir.operators.window;

import dev.weir.engine.operator.OutputTag;
import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RichFunction;

/**
 * Makes any number of results of a window:
 *
 * <pre>{@code
 * (page, context, clicks, out) -> {
 *     for (Click click : clicks) {
 *         out.collect(page + " in " + context.window() + ": " + click);
 *     }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface ProcessWindowFunction<K, IN, OUT> extends RichFunction {

    /**
     * Called when the window fires, by the subtask's thread. Results carry the window's last ms as their timestamp.
     *
     * @param elements the window's elements in the order of their arrival, or the one aggregate where the window
     *     aggregates; belongs to the window: keep no reference
     */
    void process(K key, Context context, Iterable<IN> elements, Collector<OUT> out) throws Exception;

    /** What a function may ask while a window fires. */
    interface Context {

        /** The window that fires. */
        TimeWindow window();

        /** The operator's watermark in ms; {@code Long.MIN_VALUE} before the first. */
        long currentWatermark();

        /** Wall-clock time in ms since the epoch. */
        long currentProcessingTime();

        /** Emits to a side output, with the same timestamp as the results. */
        <S> void output(OutputTag<S> tag, S record);
    }
}
