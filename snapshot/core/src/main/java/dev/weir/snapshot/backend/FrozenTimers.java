package dev.weir.snapshot.backend;

import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Timers as they were when they were frozen, in the order of their heap; sorted into key groups when written.
 *
 * @param contents for each key group what stands for its timers: the next view has it too if none of them changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared: a carrier of an array
record FrozenTimers(
        StateMeta meta, @Nullable Timer[] heap, int size, KeyGroupRange groups, int maxParallelism, Object[] contents)
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
        char[] groupOf = new char[size];
        for (int i = 0; i < size; i++) {
            int group = timer(heap, i).hash % maxParallelism - groups.first();
            groupOf[i] = (char) group;
            ends[group + 1]++;
        }
        for (int group = 0; group < groups.size(); group++) {
            ends[group + 1] += ends[group];
        }
        int[] next = ends.clone();
        @Nullable Timer[] byGroup = new Timer[size];
        for (int i = 0; i < size; i++) {
            byGroup[next[groupOf[i]]++] = heap[i];
        }
        for (int group = 0; group < groups.size(); group++) {
            int count = ends[group + 1] - ends[group];
            if (count > 0 && !sink.takes(groups.first() + group, count, contents[group])) {
                sink.keyGroup(groups.first() + group, count);
                sink.entries(new TimerEntries(byGroup, ends[group], ends[group + 1]));
            }
        }
    }

    private static Timer timer(@Nullable Timer[] timers, int index) {
        return Objects.requireNonNull(timers[index]);
    }
}
