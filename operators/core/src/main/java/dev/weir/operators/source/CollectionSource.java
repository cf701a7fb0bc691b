package dev.weir.operators.source;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a collection in its order; one reader reads them all. The position is saved as an index, so the
 * collection must be the same after a restart.
 *
 * <pre>{@code
 * env.source("words", CollectionSource.of(List.of("to", "be", "or", "not")));
 * }</pre>
 */
public final class CollectionSource<T> implements Source<T, CollectionSplit, List<CollectionSplit>> {

    private final List<T> elements;

    private CollectionSource(List<T> elements) {
        this.elements = elements;
    }

    /**
     * A source of these elements, copied now.
     *
     * @throws NullPointerException where one is null, with its index
     */
    public static <T> CollectionSource<T> of(Collection<? extends T> elements) {
        List<T> copy = new ArrayList<>(elements);
        int firstNull = copy.indexOf(null);
        if (firstNull >= 0) {
            throw new NullPointerException(
                    "a record is never null: element " + firstNull + " of the collection is; leave it out");
        }
        return new CollectionSource<>(copy);
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<CollectionSplit, List<CollectionSplit>> createEnumerator(
            EnumeratorContext<CollectionSplit> context, @Nullable List<CollectionSplit> restored) {
        List<CollectionSplit> toDealOut = restored == null ? List.of(new CollectionSplit(0)) : restored;
        return new FixedSplitEnumerator<>(context, toDealOut, split -> 0);
    }

    @Override
    public SourceReader<T, CollectionSplit> createReader(ReaderContext context) {
        return new CollectionReader<>(elements);
    }

    @Override
    public StateCodec<CollectionSplit> splitCodec() {
        return CollectionSplit.CODEC;
    }

    @Override
    public StateCodec<List<CollectionSplit>> enumeratorCodec() {
        return new SplitListCodec<>(CollectionSplit.CODEC);
    }
}
