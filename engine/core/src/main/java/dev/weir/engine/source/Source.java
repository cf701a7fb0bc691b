package dev.weir.engine.source;

import org.jspecify.annotations.Nullable;

/**
 * A source: an enumerator finds splits and deals them out, readers read them. The enumerator runs in one place per job,
 * a reader in each subtask. {@code T} records, {@code S} splits, {@code E} the enumerator's state.
 */
public interface Source<T, S extends Split, E> {

    Boundedness boundedness();

    /** A new enumerator; {@code restored} is null where nothing is restored. */
    SplitEnumerator<S, E> createEnumerator(EnumeratorContext<S> context, @Nullable E restored) throws Exception;

    /** A reader for one subtask. */
    SourceReader<T, S> createReader(ReaderContext context) throws Exception;

    StateCodec<S> splitCodec();

    StateCodec<E> enumeratorCodec();

    /** Whether the source can be read again from a saved position. One that can't makes the job at-most-once. */
    default Replay replay() {
        return Replay.REPLAYABLE;
    }

    /** Whether a source ends. */
    enum Boundedness {
        BOUNDED,
        UNBOUNDED
    }

    /** Whether a source can be read again. */
    enum Replay {
        REPLAYABLE,
        ONCE_ONLY
    }
}
