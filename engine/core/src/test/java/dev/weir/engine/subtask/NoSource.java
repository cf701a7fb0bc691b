package dev.weir.engine.subtask;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import org.jspecify.annotations.Nullable;

/** Stands for the senders on a bench; never opened. */
final class NoSource implements Source<Object, Split, Object> {

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Split, Object> createEnumerator(
            EnumeratorContext<Split> context, @Nullable Object restored) {
        throw new AssertionError("the bench has no source");
    }

    @Override
    public SourceReader<Object, Split> createReader(ReaderContext context) {
        throw new AssertionError("the bench has no source");
    }

    @Override
    public StateCodec<Split> splitCodec() {
        throw new AssertionError("the bench has no source");
    }

    @Override
    public StateCodec<Object> enumeratorCodec() {
        throw new AssertionError("the bench has no source");
    }
}
