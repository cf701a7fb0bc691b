package dev.weir.operators.window;

import dev.weir.operators.function.RichFunction;

/**
 * Makes one result of what a window has aggregated, with the window and the key at hand:
 *
 * <pre>{@code
 * (page, window, clicks) -> new PageClicks(page, window.start(), clicks)
 * }</pre>
 */
@FunctionalInterface
public interface WindowFunction<K, R, OUT> extends RichFunction {

    /**
     * Called when the window fires, by the subtask's thread.
     *
     * @param aggregated what the window's aggregate or reduce gave
     * @return the result; never null
     */
    OUT apply(K key, TimeWindow window, R aggregated) throws Exception;
}
