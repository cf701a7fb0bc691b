package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Timers in a binary heap by timestamp, with a table that finds duplicates. Timers with one timestamp come in no
 * particular order. A frozen view shares the heap's array; the first change after it clones that array, timers themselves
 * don't change, but for the place that they were last seen at: a queue that goes on from a frozen view finds places of the
 * queue before in them, so a place is checked before it is believed.
 */
final class HeapTimers implements TimerQueue {

    private static final int SMALLEST_CAPACITY = 16;

    final StateMeta meta;
    private final KeyContext key;
    private final KeyGroupRange groups;
    private final int maxParallelism;
    /** Null until a timer is looked for: what is restored is filled in when time allows. */
    private @Nullable TimerTable table;

    private @Nullable Timer[] heap = new Timer[SMALLEST_CAPACITY];
    private int size;
    private boolean shared;

    /** By key group what stands for its timers; null once one of them has come or gone since the last view. */
    private final @Nullable Object[] contents;

    private long polledNamespace;
    private long polledTimestamp;

    HeapTimers(StateMeta meta, KeyContext key, KeyGroupRange groups, int maxParallelism) {
        this.meta = meta;
        this.key = key;
        this.groups = groups;
        this.maxParallelism = maxParallelism;
        this.contents = new Object[groups.size()];
    }

    /**
     * Goes on from a frozen view of the same timers, sharing its array until something changes.
     *
     * @return false, with nothing done, where the view isn't of that kind
     */
    boolean adopt(FrozenTimers frozen) {
        boolean isAlike = meta.equals(frozen.meta())
                && groups.equals(frozen.groups())
                && maxParallelism == frozen.maxParallelism();
        if (isAlike) {
            heap = frozen.heap();
            size = frozen.size();
            shared = true;
            System.arraycopy(frozen.contents(), 0, contents, 0, contents.length);
        }
        return isAlike;
    }

    private TimerTable table() {
        TimerTable known = table;
        if (known == null) {
            known = new TimerTable(size);
            for (int i = 0; i < size; i++) {
                known.add(at(i));
            }
            table = known;
        }
        return known;
    }

    @Override
    public void register(long namespace, long timestamp) {
        if (!groups.contains(key.keyGroup)) {
            throw new IllegalStateException("a timer's key must be the current one and in a key group of this subtask:"
                    + " timers=" + meta.name() + ", keyGroup=" + key.keyGroup + ", owned=" + groups);
        }
        if (table().find(key, namespace, timestamp) == null) {
            add(new Timer(key, namespace, timestamp));
        }
    }

    /** Adds a timer of the current key that is known to be absent. */
    private void add(Timer timer) {
        onChange(key.keyGroup);
        if (table != null) {
            table.add(timer);
        }
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
            shared = false;
        } else {
            beforeWrite();
        }
        siftUp(size++, timer);
    }

    /** Takes what is read from storage, for the current key: every timer once. */
    HeapLoader.Target loading() {
        return new HeapLoader.Target() {
            @Override
            public void add(long namespace, Object timestamp, int expected) {
                addLong(namespace, (Long) timestamp, expected);
            }

            @Override
            public void addLong(long namespace, long timestamp, int expected) {
                HeapTimers.this.add(new Timer(key, namespace, timestamp));
            }

            @Override
            public void loaded(Map<Integer, Object> known) {
                known.forEach((group, content) -> contents[group - groups.first()] = content);
            }
        };
    }

    @Override
    public void delete(long namespace, long timestamp) {
        Timer timer = table().find(key, namespace, timestamp);
        if (timer != null) {
            onChange(key.keyGroup);
            removeAt(indexOf(timer));
        }
    }

    private void onChange(int keyGroup) {
        contents[keyGroup - groups.first()] = null;
    }

    private int indexOf(Timer timer) {
        int index = timer.heapIndex;
        if (index >= size || heap[index] != timer) {
            for (int i = 0; i < size; i++) {
                at(i).heapIndex = i;
            }
        }
        return timer.heapIndex;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public long nextTimestamp() {
        return size == 0 ? Long.MAX_VALUE : at(0).timestamp;
    }

    @Override
    public boolean pollDue(long time) {
        if (size == 0 || at(0).timestamp > time) {
            return false;
        }
        Timer timer = at(0);
        removeAt(0);
        polledNamespace = timer.namespace;
        polledTimestamp = timer.timestamp;
        int keyGroup = timer.hash % maxParallelism;
        onChange(keyGroup);
        if (timer.key == null) {
            key.set(timer.longKey, timer.hash, keyGroup);
        } else {
            key.set(timer.key, timer.hash, keyGroup);
        }
        return true;
    }

    @Override
    public long polledNamespace() {
        return polledNamespace;
    }

    @Override
    public long polledTimestamp() {
        return polledTimestamp;
    }

    @Override
    public int size() {
        return size;
    }

    FrozenPart freeze() {
        shared = true;
        Object[] frozen = new Object[contents.length];
        for (int group = 0; group < frozen.length; group++) {
            Object content = contents[group];
            frozen[group] = content == null ? new Object() : content;
        }
        System.arraycopy(frozen, 0, contents, 0, frozen.length);
        return new FrozenTimers(meta, heap, size, groups, maxParallelism, frozen);
    }

    private void removeAt(int index) {
        beforeWrite();
        table().remove(at(index));
        Timer moved = at(--size);
        heap[size] = null;
        if (index < size) {
            siftDown(index, moved);
            if (heap[index] == moved) {
                siftUp(index, moved);
            }
        }
    }

    private void siftUp(int from, Timer timer) {
        int index = from;
        while (index > 0) {
            int parentIndex = (index - 1) >>> 1;
            Timer parent = at(parentIndex);
            if (parent.timestamp <= timer.timestamp) {
                break;
            }
            put(index, parent);
            index = parentIndex;
        }
        put(index, timer);
    }

    private void siftDown(int from, Timer timer) {
        int index = from;
        for (int child = 2 * index + 1; child < size; child = 2 * index + 1) {
            if (child + 1 < size && at(child + 1).timestamp < at(child).timestamp) {
                child++;
            }
            Timer smaller = at(child);
            if (timer.timestamp <= smaller.timestamp) {
                break;
            }
            put(index, smaller);
            index = child;
        }
        put(index, timer);
    }

    private Timer at(int index) {
        return Objects.requireNonNull(heap[index]);
    }

    private void put(int index, Timer timer) {
        heap[index] = timer;
        timer.heapIndex = index;
    }

    private void beforeWrite() {
        if (shared) {
            heap = heap.clone();
            shared = false;
        }
    }
}
