package dev.weir.operators.window;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was gathered per key and window, for keys that are longs: open addressing with the longs of a cell side by side, so
 * that a record costs one cache line. It grows as it fills, is emptied as a whole, and never grows by itself beyond what its
 * owner lets it hold.
 *
 * <p>Invariants: a cell is taken where its record count is not 0; at most half of the cells are; {@code size} counts them. A
 * cell is named by the index of its first long, and valid until the next call that may insert or drain.
 */
final class LongPartials {

    private static final int SMALLEST_CAPACITY = 256;
    private static final int CELL_SHIFT = 2;
    private static final int CELL_LONGS = 1 << CELL_SHIFT;
    private static final int START = 1;
    private static final int VALUE = 2;
    private static final int RECORDS = 3;
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final long WINDOW_MIX = 0xD6E8FEB86659FD93L;
    private static final @Nullable Object[] NO_OBJECTS = {};

    private final PartialValues kind;
    private long[] cells;
    private @Nullable Object[] objects;
    private int shift;
    private int size;

    /** Takes what the table held; of the two values the one of the table's kind means something. */
    @FunctionalInterface
    interface Sink {
        void accept(long key, long windowStart, long longValue, @Nullable Object value, long records);
    }

    LongPartials(PartialValues kind) {
        this.kind = kind;
        this.cells = new long[SMALLEST_CAPACITY << CELL_SHIFT];
        this.objects = objects(SMALLEST_CAPACITY);
        this.shift = shiftOf(SMALLEST_CAPACITY);
    }

    int size() {
        return size;
    }

    /** Folds a long into what the key has in the window. */
    void fold(long key, long windowStart, long value, LongFold fold) {
        long[] c = cells;
        int mask = c.length - 1;
        int cell = home(key, windowStart);
        while (c[cell + RECORDS] != 0) {
            if (c[cell] == key && c[cell + START] == windowStart) {
                c[cell + VALUE] = fold.combine(c[cell + VALUE], value);
                c[cell + RECORDS]++;
                return;
            }
            cell = (cell + CELL_LONGS) & mask;
        }
        int added = insert(key, windowStart); // may bring another array
        cells[added + VALUE] = value;
    }

    /** The cell of a key in a window; negative where there is none yet. */
    int find(long key, long windowStart) {
        long[] c = cells;
        int mask = c.length - 1;
        int cell = home(key, windowStart);
        while (c[cell + RECORDS] != 0) {
            if (c[cell] == key && c[cell + START] == windowStart) {
                return cell;
            }
            cell = (cell + CELL_LONGS) & mask;
        }
        return -1;
    }

    /** Adds a key that is known to be absent, with one record; its value is the caller's to write. */
    int insert(long key, long windowStart) {
        int capacity = cells.length >>> CELL_SHIFT;
        if ((size + 1) * 2 > capacity) {
            resize(capacity * 2);
        }
        size++;
        int cell = free(key, windowStart);
        cells[cell] = key;
        cells[cell + START] = windowStart;
        cells[cell + RECORDS] = 1;
        return cell;
    }

    private int free(long key, long windowStart) {
        int mask = cells.length - 1;
        int cell = home(key, windowStart);
        while (cells[cell + RECORDS] != 0) {
            cell = (cell + CELL_LONGS) & mask;
        }
        return cell;
    }

    private int home(long key, long windowStart) {
        long mixed = key + windowStart * WINDOW_MIX;
        mixed ^= mixed >>> 32;
        return (int) ((mixed * MIX) >>> shift) << CELL_SHIFT;
    }

    Object objectAt(int cell) {
        return Objects.requireNonNull(objects[cell >>> CELL_SHIFT]);
    }

    void put(int cell, Object value) {
        objects[cell >>> CELL_SHIFT] = value;
    }

    /** One more record has contributed to a cell. */
    void countRecord(int cell) {
        cells[cell + RECORDS]++;
    }

    /** Hands over everything and is empty. A table that has become far too large for its entries is halved. */
    void drainTo(Sink sink) {
        if (size == 0) {
            return;
        }
        long[] c = cells;
        int drained = size;
        size = 0;
        for (int cell = 0; cell < c.length; cell += CELL_LONGS) {
            long records = c[cell + RECORDS];
            if (records != 0) {
                c[cell + RECORDS] = 0;
                sink.accept(c[cell], c[cell + START], c[cell + VALUE], takeObject(cell >>> CELL_SHIFT), records);
            }
        }
        int capacity = c.length >>> CELL_SHIFT;
        if (capacity > SMALLEST_CAPACITY && drained * 16 < capacity) {
            resize(capacity / 2);
        }
    }

    private @Nullable Object takeObject(int slot) {
        if (kind == PartialValues.LONGS) {
            return null;
        }
        Object value = objects[slot];
        objects[slot] = null;
        return value;
    }

    private void resize(int capacity) {
        long[] old = cells;
        @Nullable Object[] oldObjects = objects;
        cells = new long[capacity << CELL_SHIFT];
        objects = objects(capacity);
        shift = shiftOf(capacity);
        for (int from = 0; from < old.length; from += CELL_LONGS) {
            if (old[from + RECORDS] == 0) {
                continue;
            }
            int cell = free(old[from], old[from + START]);
            System.arraycopy(old, from, cells, cell, CELL_LONGS);
            if (kind == PartialValues.OBJECTS) {
                objects[cell >>> CELL_SHIFT] = oldObjects[from >>> CELL_SHIFT];
            }
        }
    }

    private @Nullable Object[] objects(int capacity) {
        return kind == PartialValues.OBJECTS ? new Object[capacity] : NO_OBJECTS;
    }

    private static int shiftOf(int capacity) {
        return Long.SIZE - Integer.numberOfTrailingZeros(capacity);
    }
}
