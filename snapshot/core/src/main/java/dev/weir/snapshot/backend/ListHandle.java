package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.ListState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@link ListState} on the heap. The slot's stamp is that of the list object; the elements have one of their own, as
 * appending needs no copy of the elements that are there.
 */
class ListHandle<T> extends HeapHandle implements ListState<T> {

    private final boolean immutableElements;

    ListHandle(HeapState state, boolean immutableElements) {
        super(state);
        this.immutableElements = immutableElements;
    }

    @Override
    public Iterable<T> get() {
        HeapList list = listToHandOut();
        return list == null ? List.of() : Unchecked.cast(list.view());
    }

    /** The list of the current key as it is stored; null where there is none. */
    final @Nullable HeapList current() {
        int slot = slot();
        return slot == GroupTable.ABSENT ? null : listAt(slot);
    }

    /** The same, with elements that are in no frozen view. */
    final @Nullable HeapList listToHandOut() {
        HeapList list = current();
        return list == null || immutableElements || list.ownedAt == key.freezes ? list : ownElements(list);
    }

    @Override
    public void add(T element) {
        requireElement(element);
        Object owned = storable(ownedElement(element));
        writableList().append(owned);
    }

    @Override
    public void addAll(List<? extends T> elements) {
        List<Object> owned = ownedElements(elements);
        if (owned.isEmpty()) {
            return;
        }
        HeapList list = writableList();
        for (Object element : owned) {
            list.append(element);
        }
    }

    @Override
    public void update(List<? extends T> elements) {
        List<Object> owned = ownedElements(elements);
        if (owned.isEmpty()) {
            clear();
        } else {
            storeOwned(HeapList.of(owned, key.freezes));
        }
    }

    private HeapList writableList() {
        int slot = slot();
        if (slot == GroupTable.ABSENT) {
            HeapList list = HeapList.empty(key.freezes);
            storeOwned(list);
            return list;
        }
        HeapList list = listAt(slot);
        if (table().stamps[slot] != key.freezes) {
            list = list.fork();
            storeOwned(list);
        }
        return list;
    }

    private HeapList listAt(int slot) {
        return (HeapList) Objects.requireNonNull(table().objects[slot]);
    }

    /** Copies the mutable elements; the list in the frozen view keeps the old ones. */
    private HeapList ownElements(HeapList list) {
        List<Object> elements = list.view();
        List<Object> copies = new ArrayList<>(elements.size());
        boolean changed = false;
        for (Object element : elements) {
            Object copy = key.copier.copy(element);
            changed |= copy != element;
            copies.add(copy);
        }
        if (!changed) {
            list.ownedAt = key.freezes;
            return list;
        }
        HeapList owned = HeapList.of(copies, key.freezes);
        storeOwned(owned);
        return owned;
    }

    private List<Object> ownedElements(List<? extends T> elements) {
        List<Object> owned = new ArrayList<>(elements.size());
        for (T element : elements) {
            requireElement(element);
            owned.add(storable(ownedElement(element)));
        }
        return owned;
    }

    private Object ownedElement(Object element) {
        return immutableElements ? element : key.copier.copy(element);
    }

    /** What the list holds for an element that nobody else has. */
    Object storable(Object ownedElement) {
        return ownedElement;
    }

    private void requireElement(Object element) {
        if (element == null) {
            throw new NullPointerException(
                    "a list state takes no null: state=" + state.name() + "; the list is as it was before the call");
        }
    }
}
