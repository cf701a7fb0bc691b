package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Timers as they were when they were frozen, in the order of their heap; sorted into key groups when written. */
@SuppressWarnings("ArrayRecordComponent") // never compared: a carrier of an array
record FrozenTimers(StateMeta meta, @Nullable Timer[] heap, int size, KeyGroupRange groups, int maxParallelism)
        implements FrozenPart {

    /** A timer with its place in the array; its key isn't looked into. */
    private static final int TIMER_BYTES = 56;

    @Override
    public long heapBytes() {
        return (long) size * TIMER_BYTES;
    }

    @Override
    public void writeTo(KeyedStateSink sink) throws IOException {
        sink.state(meta);
        int[] ends = new int[groups.size() + 1];
        for (int i = 0; i < size; i++) {
            ends[groupIndex(timer(heap, i)) + 1]++;
        }
        for (int group = 0; group < groups.size(); group++) {
            ends[group + 1] += ends[group];
        }
        int[] next = ends.clone();
        @Nullable Timer[] byGroup = new Timer[size];
        for (int i = 0; i < size; i++) {
            Timer timer = timer(heap, i);
            byGroup[next[groupIndex(timer)]++] = timer;
        }
        for (int group = 0; group < groups.size(); group++) {
            writeGroup(sink, groups.first() + group, byGroup, ends[group], ends[group + 1]);
        }
    }

    private static void writeGroup(KeyedStateSink sink, int keyGroup, @Nullable Timer[] byGroup, int start, int end)
            throws IOException {
        if (start == end) {
            return;
        }
        sink.keyGroup(keyGroup, end - start);
        for (int i = start; i < end; i++) {
            Timer timer = timer(byGroup, i);
            sink.entry(timer.boxedKey(), timer.namespace, timer.timestamp);
        }
    }

    private int groupIndex(Timer timer) {
        return timer.hash % maxParallelism - groups.first();
    }

    private static Timer timer(@Nullable Timer[] timers, int index) {
        return Objects.requireNonNull(timers[index]);
    }
}
