package dev.weir.snapshot.backend;

import org.jspecify.annotations.Nullable;

/** Finds a timer by key, namespace and timestamp: open addressing, closed up on removal. The owner thread uses it. */
final class TimerTable {

    private static final int SMALLEST_CAPACITY = 16;

    private @Nullable Timer[] slots;
    private int size;

    /** @param expected how many timers it is to take without growing */
    TimerTable(int expected) {
        int capacity = SMALLEST_CAPACITY;
        while (capacity < expected * 2L) {
            capacity *= 2;
        }
        slots = new Timer[capacity];
    }

    @Nullable
    Timer find(KeyContext current, long namespace, long timestamp) {
        int mask = slots.length - 1;
        int slot = (int) Timer.mix(current.hash, namespace, timestamp) & mask;
        for (Timer timer = slots[slot]; timer != null; timer = slots[slot]) {
            if (timer.is(current, namespace, timestamp)) {
                return timer;
            }
            slot = (slot + 1) & mask;
        }
        return null;
    }

    /** Adds a timer that is known to be absent. */
    void add(Timer timer) {
        if ((size + 1) * 2 > slots.length) {
            rehash(slots.length * 2);
        }
        place(timer);
        size++;
    }

    /** Removes a timer that is in the table. */
    void remove(Timer timer) {
        int mask = slots.length - 1;
        int hole = (int) timer.mixed() & mask;
        while (slots[hole] != timer) {
            hole = (hole + 1) & mask;
        }
        int next = (hole + 1) & mask;
        for (Timer other = slots[next]; other != null; other = slots[next]) {
            int home = (int) other.mixed() & mask;
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                slots[hole] = other;
                hole = next;
            }
            next = (next + 1) & mask;
        }
        slots[hole] = null;
        size--;
        if (slots.length > SMALLEST_CAPACITY && size * 8 < slots.length) {
            rehash(slots.length / 2);
        }
    }

    private void place(Timer timer) {
        int mask = slots.length - 1;
        int slot = (int) timer.mixed() & mask;
        while (slots[slot] != null) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = timer;
    }

    private void rehash(int capacity) {
        @Nullable Timer[] old = slots;
        slots = new Timer[capacity];
        for (Timer timer : old) {
            if (timer != null) {
                place(timer);
            }
        }
    }
}
