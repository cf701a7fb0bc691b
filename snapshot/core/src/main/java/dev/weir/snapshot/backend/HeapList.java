package dev.weir.snapshot.backend;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The list of one key. Cells below {@code length} are never overwritten, so a frozen list and the live one that was forked
 * from it may share the array: appends go above what was frozen, and a fork that finds the cell taken, by another fork of
 * the same list, copies the array first. {@code ownedAt} is the live table's: the number of
 * freezes when the elements were last known to be in no frozen view.
 */
final class HeapList {

    private static final int SMALLEST_CAPACITY = 4;

    private @Nullable Object[] elements;
    private int length;
    int ownedAt;

    private HeapList(@Nullable Object[] elements, int length, int ownedAt) {
        this.elements = elements;
        this.length = length;
        this.ownedAt = ownedAt;
    }

    /** A list that takes the elements of another over, without copying them. */
    static HeapList of(List<?> elements, int ownedAt) {
        Object[] array = elements.toArray();
        return new HeapList(array, array.length, ownedAt);
    }

    static HeapList empty(int ownedAt) {
        return new HeapList(new Object[SMALLEST_CAPACITY], 0, ownedAt);
    }

    /** A list with the same elements, to which one may append while this one is in a frozen view. */
    HeapList fork() {
        return new HeapList(elements, length, ownedAt);
    }

    void append(Object element) {
        if (length == elements.length || elements[length] != null) {
            elements = Arrays.copyOf(elements, Math.max(SMALLEST_CAPACITY, length + (length >> 1) + 1));
        }
        elements[length++] = element;
    }

    /**
     * The elements as they are now, unmodifiable; later appends don't show in it. It is made of lists of the JDK, so that it
     * can be copied and encoded as any other.
     */
    List<Object> view() {
        List<@Nullable Object> all = Arrays.asList(elements);
        List<@Nullable Object> taken = length == elements.length ? all : all.subList(0, length);
        return Unchecked.cast(Collections.unmodifiableList(taken));
    }
}
