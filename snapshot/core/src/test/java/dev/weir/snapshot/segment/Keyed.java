package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.TimerQueue;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.io.IOException;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A heap backend with a few states, and operations on them. */
final class Keyed {

    static final int MAX_PARALLELISM = 7;
    private static final int KEYS = 60;

    private final HeapStateBackend backend;
    private final LongState count;
    private final ValueState<Object> anything;
    private final ListState<String> list;
    private final TimerQueue timers;

    Keyed(RestoredKeyedState restored) {
        backend = new HeapStateBackend(new KeyGroupRange(0, MAX_PARALLELISM - 1), MAX_PARALLELISM, restored);
        count = backend.state(LongStateDescriptor.of("count"));
        anything = backend.state(ValueStateDescriptor.of("anything", Object.class));
        list = backend.state(ListStateDescriptor.of("list", String.class));
        timers = backend.timers("timers");
    }

    HeapStateBackend backend() {
        return backend;
    }

    void key(long key) {
        int hash = KeyGroups.murmur(StableHash.hashOf(key));
        backend.setCurrentKey(key, hash, hash % MAX_PARALLELISM);
    }

    static int groupOf(long key) {
        return KeyGroups.murmur(StableHash.hashOf(key)) % MAX_PARALLELISM;
    }

    void count(long key, long value) {
        key(key);
        count.update(value);
    }

    void anything(long key, Object value) {
        key(key);
        anything.update(value);
    }

    /** One change, or a read that changes nothing. */
    void change(Random random) {
        key(random.nextInt(KEYS));
        switch (random.nextInt(9)) {
            case 0 -> count.update(random.nextInt(1000));
            case 1 -> count.clear();
            case 2 -> anything.update(random.nextBoolean() ? (Object) random.nextInt() : "text " + random.nextInt());
            case 3 -> anything.clear();
            case 4 -> list.add("x" + random.nextInt(100));
            case 5 -> list.clear();
            case 6 -> timers.register(0, random.nextInt(50));
            case 7 -> timers.delete(0, random.nextInt(50));
            default -> timers.pollDue(random.nextInt(5));
        }
    }

    /** Looks at a value without changing it. */
    void read(Random random) {
        key(random.nextInt(KEYS));
        Object seen = random.nextBoolean() ? anything.value() : list.get();
        if (seen == null) {
            count.value();
        }
    }

    /** All that it holds, as text. */
    String text() throws IOException {
        Texts texts = new Texts();
        backend.freeze().writeTo(texts);
        return String.join("\n", texts.lines);
    }

    /** Writes down what is pushed. */
    private static final class Texts implements KeyedStateSink {

        private final TreeSet<String> lines = new TreeSet<>();
        private String state = "";
        private int keyGroup;

        @Override
        public void state(StateMeta meta) {
            state = meta.name();
        }

        @Override
        public void keyGroup(int group, int entries) {
            keyGroup = group;
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            lines.add(state + " " + keyGroup + " " + key + " " + namespace + " " + value);
        }
    }
}
