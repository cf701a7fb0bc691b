package dev.weir.engine.source;

/**
 * A split, as its reader tells event time of it; see {@link SourceReader.TimeScope#SPLIT}. The reader's own thread.
 *
 * <pre>{@code
 * SplitScope scope = context.split(split.splitId()); // once per split, then kept
 * scope.open();                                      // it is being read
 * scope.enter();                                     // before records of this split, whenever it was another before
 * output.emit(record, timestamp);
 * scope.finish();                                    // it is read to its end
 * }</pre>
 */
public interface SplitScope {

    /** Where nobody keeps time by split. */
    SplitScope UNOBSERVED = new SplitScope() {
        @Override
        public void open() {}

        @Override
        public void enter() {}

        @Override
        public void finish() {}
    };

    /**
     * It is being read from now on, perhaps beside others: event time waits for it, unless nothing comes for so long that
     * it is idle. A split is opened when its first record could come, so a reader of several at once opens each when it
     * is added.
     */
    void open();

    /** What is emitted from now on is of this split, until another is entered. Cheap: it may be called for each record. */
    void enter();

    /** It is read to its end: event time doesn't wait for it any more. */
    void finish();
}
