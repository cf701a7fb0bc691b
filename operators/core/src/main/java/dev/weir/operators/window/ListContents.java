package dev.weir.operators.window;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.LongNamespaced;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Windows that keep all their elements, in the order of arrival. */
final class ListContents<T> implements WindowContents<T, Iterable<T>> {

    private final TypeHint<T> type;
    private @Nullable LongNamespaced<ListState<T>> lists;

    ListContents(TypeHint<T> type) {
        this.type = type;
    }

    @Override
    public void open(KeyedStateBackend backend, String stateName) {
        lists = backend.namespaced(ListStateDescriptor.of(stateName, type));
    }

    /** Says "may be new" each time: reading the list would cost more than setting the same timer again. */
    @Override
    public boolean add(long windowStart, T element) {
        at(windowStart).add(element);
        return true;
    }

    /** Lists are never gathered before: it would save no record. */
    @Override
    public boolean merge(long windowStart, Partial partial) {
        throw new IllegalStateException("windows that keep their elements are sent no partials: got " + partial);
    }

    @Override
    public Iterable<T> result(long windowStart) {
        return at(windowStart).get();
    }

    @Override
    public void clear(long windowStart) {
        at(windowStart).clear();
    }

    private ListState<T> at(long windowStart) {
        return Objects.requireNonNull(lists, "open comes first").at(windowStart);
    }
}
