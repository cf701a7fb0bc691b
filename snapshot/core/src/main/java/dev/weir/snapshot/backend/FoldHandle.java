package dev.weir.snapshot.backend;

import dev.weir.snapshot.copy.Copiers;
import org.jspecify.annotations.Nullable;

/** What reducing and aggregating state share: a stored value into which elements go. */
abstract class FoldHandle extends HeapHandle {

    /** A class whose objects can't hold an element: the one met last. */
    private @Nullable Class<?> flatClass;

    FoldHandle(HeapState state) {
        super(state);
    }

    /**
     * The element as the user's function may have it: the function may keep a reference to it in the stored value, so a
     * mutable element is copied unless the stored value can hold none.
     */
    final Object elementFor(Object stored, Object element) {
        if (stored.getClass() == flatClass) {
            return element;
        }
        if (Copiers.isFlat(stored.getClass())) {
            flatClass = stored.getClass();
            return element;
        }
        return key.copier.copy(element);
    }

    /** Stores what the user's function made of the stored value and the element. */
    final void storeResult(@Nullable Object result, Object element) {
        if (result == null) {
            throw new IllegalStateException(
                    "the function of a state must not return null: state=" + state.name() + ", key=" + key.boxed());
        }
        storeOwned(result == element ? toOwned(result) : result);
    }
}
