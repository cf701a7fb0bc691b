package dev.weir.engine.source;

import dev.weir.engine.operator.Output;
import java.util.List;
import java.util.Optional;

/**
 * Reads splits in one subtask. Methods never block and are called by one thread at a time; blocking clients run on a
 * fetch thread of the reader's behind a bounded queue, and wake the subtask through {@link ReaderContext#waker}.
 */
public interface SourceReader<T, S extends Split> {

    void open() throws Exception;

    /** Splits restored or newly assigned. */
    void addSplits(List<S> splits) throws Exception;

    /** No more splits will be assigned. */
    void noMoreSplits() throws Exception;

    /**
     * Emits up to {@code budget} records and says what is next. {@link PollResult#END} only after {@code noMoreSplits} and
     * when all splits are read.
     */
    PollResult poll(Output<T> output, int budget) throws Exception;

    /** Whether it says of which split its records are; asked once, before {@code open}. */
    default TimeScope timeScope() {
        return TimeScope.READER;
    }

    /** The splits it holds, each with its position after the last record emitted. */
    List<S> snapshot(long checkpointId) throws Exception;

    /**
     * Where the record that was emitted last came from, for people: {@code file '/data/a.txt', offset 4711}, {@code index
     * 17}. Asked in or after a poll in which something failed, by the same thread; reads nothing, changes nothing and
     * doesn't throw. Empty where nothing was emitted yet, or the reader can't say.
     */
    default Optional<String> position() {
        return Optional.empty();
    }

    default void onCheckpointComplete(long checkpointId) throws Exception {}

    void close() throws Exception;

    /** For what event time is kept. */
    enum TimeScope {
        /**
         * For all splits of the reader as one. Right for a reader with one split, and for one that emits the records of
         * several in their order in time; else records of a split that lags are taken for late.
         */
        READER,
        /**
         * For each split by itself: one that is open is waited for until it is finished, or idle. The reader tells through
         * {@link ReaderContext#split} which ones it reads, and whose records it emits.
         */
        SPLIT
    }
}
