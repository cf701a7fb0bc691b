package dev.weir.engine.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of the alarms that are set is due first. No clock, no threads; one user at a time.
 *
 * <p>Invariants: an alarm is set at most once, a later setting replaces the one before; each rings once per setting, the
 * earliest first, never before its time. Times are monotonic and may overflow, so they are compared by their difference.
 */
final class Deadlines {

    /** One alarm; it knows its place in the heap, so that it can be moved and removed. */
    static final class Entry {
        private static final int NOWHERE = -1;

        private final Runnable ring;
        private long dueNanos;
        private int place = NOWHERE;

        /** @param ring what to do when it is due; returns soon and throws nothing */
        Entry(Runnable ring) {
            this.ring = ring;
        }

        Runnable ring() {
            return ring;
        }

        private boolean isBefore(Entry other) {
            return dueNanos - other.dueNanos < 0;
        }
    }

    private final List<Entry> heap = new ArrayList<>();

    void clear() {
        heap.forEach(entry -> entry.place = Entry.NOWHERE);
        heap.clear();
    }

    boolean isEmpty() {
        return heap.isEmpty();
    }

    int size() {
        return heap.size();
    }

    /** The time of the first alarm; only when there is one. */
    long firstNanos() {
        return heap.get(0).dueNanos;
    }

    void set(Entry entry, long dueNanos) {
        entry.dueNanos = dueNanos;
        if (entry.place == Entry.NOWHERE) {
            entry.place = heap.size();
            heap.add(entry);
        }
        settle(entry);
    }

    /** Takes an alarm back; harmless where it isn't set. */
    void cancel(Entry entry) {
        int place = entry.place;
        if (place == Entry.NOWHERE) {
            return;
        }
        Entry last = heap.remove(heap.size() - 1);
        entry.place = Entry.NOWHERE;
        if (last != entry) {
            put(last, place);
            settle(last);
        }
    }

    /** Takes the first alarm out if it is due; null where none is. */
    @Nullable
    Entry pollDue(long nowNanos) {
        if (heap.isEmpty() || firstNanos() - nowNanos > 0) {
            return null;
        }
        Entry due = heap.get(0);
        cancel(due);
        return due;
    }

    private void settle(Entry entry) {
        rise(entry);
        sink(entry);
    }

    private void rise(Entry entry) {
        while (entry.place > 0) {
            Entry parent = heap.get((entry.place - 1) / 2);
            if (!entry.isBefore(parent)) {
                return;
            }
            swap(entry, parent);
        }
    }

    private void sink(Entry entry) {
        while (true) {
            int left = 2 * entry.place + 1;
            if (left >= heap.size()) {
                return;
            }
            Entry child = heap.get(left);
            if (left + 1 < heap.size() && heap.get(left + 1).isBefore(child)) {
                child = heap.get(left + 1);
            }
            if (!child.isBefore(entry)) {
                return;
            }
            swap(entry, child);
        }
    }

    private void swap(Entry one, Entry other) {
        int place = one.place;
        put(one, other.place);
        put(other, place);
    }

    private void put(Entry entry, int place) {
        heap.set(place, entry);
        entry.place = place;
    }
}
