package dev.weir.operators.process;

/**
 * Makes the result of a running sum or count: {@code (click, count) -> new PageCount(click.page(), count)}.
 *
 * @param <T> the record's type
 */
@FunctionalInterface
public interface LongResult<T, R> {

    /**
     * Called once per record, by the subtask's thread.
     *
     * @param value the sum or count of the record's key, this record included
     * @return the result; never null
     */
    R resultOf(T record, long value) throws Exception;
}
