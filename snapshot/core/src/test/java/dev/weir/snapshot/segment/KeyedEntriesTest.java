package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueStateDescriptor;
import dev.weir.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entries that pass without objects are the same, to the byte, as those that pass as objects. */
class KeyedEntriesTest {

    private static final int MAX_PARALLELISM = 5;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, MAX_PARALLELISM - 1);
    private static final LongStateDescriptor COUNT = new LongStateDescriptor("count");
    private static final ValueStateDescriptor<Long> LAST = ValueStateDescriptor.of("last", Long.class);
    private static final ValueStateDescriptor<Integer> SIZE = ValueStateDescriptor.of("size", Integer.class);
    private static final ValueStateDescriptor<String> NAME = ValueStateDescriptor.of("name", String.class);
    private static final LongStateDescriptor PER_WINDOW = new LongStateDescriptor("per-window");
    private static final MapStateDescriptor<String, Long> SEEN =
            new MapStateDescriptor<>("seen", TypeHint.of(String.class), TypeHint.of(Long.class));

    /** Lets every entry pass as objects. */
    private record Boxed(KeyedStateSink sink) implements KeyedStateSink {
        @Override
        public void state(StateMeta meta) throws IOException {
            sink.state(meta);
        }

        @Override
        public void keyGroup(int keyGroup, int entries) throws IOException {
            sink.keyGroup(keyGroup, entries);
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) throws IOException {
            sink.entry(key, namespace, value);
        }
    }

    private static final class Written {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private List<KeyedStateIndex> index = List.of();
    }

    private Codecs codecs() {
        return new Codecs(getClass().getClassLoader());
    }

    private Written write(KeyedSnapshot snapshot, UnaryOperator<KeyedStateSink> through) throws IOException {
        Written written = new Written();
        SegmentOutput out = new SegmentOutput(written.bytes, 0, "segment");
        KeyedStateWriter writer = new KeyedStateWriter("op", out, codecs(), new Reuse(null));
        snapshot.writeTo(through.apply(writer));
        written.index = writer.finish();
        return written;
    }

    /** What was written, replayed as objects or not. */
    private RestoredKeyedState stored(Written written, UnaryOperator<KeyedStateSink> through) {
        StoredKeyedState stored = new StoredKeyedState("op", codecs());
        byte[] segment = written.bytes.toByteArray();
        for (KeyedStateIndex state : written.index) {
            stored.addState(state.name(), state);
            for (Block block : state.groups()) {
                int start = (int) block.offset() + SegmentOutput.BLOCK_HEAD_BYTES;
                int end = (int) block.offset() + block.length();
                stored.add(
                        state.name(),
                        new StoredKeyedState.Piece(
                                state, block, Arrays.copyOfRange(segment, start, end), "file", new Object()));
            }
        }
        return new RestoredKeyedState() {
            @Override
            public Set<String> names() {
                return stored.names();
            }

            @Override
            public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
                stored.replay(reader, through.apply(sink));
            }
        };
    }

    private static void register(HeapStateBackend backend) {
        backend.state(COUNT);
        backend.state(LAST);
        backend.state(SIZE);
        backend.state(NAME);
        backend.state(SEEN);
        backend.namespaced(PER_WINDOW);
        backend.timers("timers");
    }

    private static Object randomKey(Random random, int sort) {
        long number = random.nextInt(50);
        return switch (sort == 5 ? random.nextInt(5) : sort) {
            case 0 -> random.nextBoolean() ? number : Long.MIN_VALUE + number;
            case 1 -> "k" + number;
            case 2 -> "\u00e4\u00ff\u0080".substring(random.nextInt(4)) + number;
            case 3 -> "longer-than-can-be-packed-" + number + (random.nextBoolean() ? "\u20ac" : "");
            default -> (int) number;
        };
    }

    private static void randomWrite(HeapStateBackend backend, Random random, int sort) {
        Object key = randomKey(random, sort);
        int hash = KeyGroups.murmur(StableHash.hashOf(key));
        backend.setCurrentKey(key, hash, hash % MAX_PARALLELISM);
        long value = random.nextBoolean() ? random.nextInt(200) - 100 : random.nextLong();
        switch (random.nextInt(7)) {
            case 0 -> backend.state(COUNT).update(value);
            case 1 -> backend.state(LAST).update(value);
            case 2 -> backend.state(SIZE).update((int) value);
            case 3 -> backend.state(NAME).update("n" + value);
            case 4 -> backend.state(SEEN).put("x" + random.nextInt(3), value);
            case 5 ->
                backend.namespaced(PER_WINDOW).at(random.nextInt(4) * 1000L).update(value);
            default -> backend.timers("timers").register(random.nextInt(3), value);
        }
    }

    @Seeds(60)
    void bothWaysGiveTheSameBytesAndTheSameStateAgain(long seed) throws IOException {
        Random random = new Random(seed);
        HeapStateBackend backend = new HeapStateBackend(ALL, MAX_PARALLELISM, RestoredKeyedState.EMPTY);
        register(backend);
        int sort = random.nextInt(6); // one sort of keys, or all of them
        for (int i = random.nextInt(400); i > 0; i--) {
            randomWrite(backend, random, sort);
        }
        Written plain = write(backend.freeze(), sink -> sink);
        Written boxed = write(backend.freeze(), Boxed::new);
        assertThat(plain.bytes.toByteArray()).isEqualTo(boxed.bytes.toByteArray());
        assertThat(plain.index).isEqualTo(boxed.index);

        Map<String, Object> expected = contentOf(backend);
        for (RestoredKeyedState restored : List.of(stored(plain, sink -> sink), stored(plain, Boxed::new))) {
            HeapStateBackend again = new HeapStateBackend(ALL, MAX_PARALLELISM, restored);
            register(again);
            assertThat(contentOf(again)).isEqualTo(expected);
            assertThat(again.entryCount()).isEqualTo(backend.entryCount());
            assertThat(again.timers("timers").size())
                    .isEqualTo(backend.timers("timers").size());
        }
    }

    private static Map<String, Object> contentOf(HeapStateBackend backend) throws IOException {
        Map<String, Object> entries = new HashMap<>();
        backend.freeze().writeTo(new KeyedStateSink() {
            private String state = "";

            @Override
            public void state(StateMeta meta) {
                state = meta.name();
            }

            @Override
            public void keyGroup(int keyGroup, int count) {}

            @Override
            public void entry(Object key, @Nullable Object namespace, Object value) {
                String place = state + "/" + key.getClass() + "/" + key + "/" + namespace;
                entries.put(state.equals("timers") ? place + "/" + value : place, value);
            }
        });
        return entries;
    }

    @Test
    void whatWasAnIntegerIsReadAsALong() throws IOException {
        HeapStateBackend backend = new HeapStateBackend(ALL, MAX_PARALLELISM, RestoredKeyedState.EMPTY);
        int hash = KeyGroups.murmur(StableHash.hashOf(7L));
        backend.setCurrentKey(7L, hash, hash % MAX_PARALLELISM);
        backend.state(SIZE).update(-3);
        Written written = write(backend.freeze(), sink -> sink);
        HeapStateBackend wider = new HeapStateBackend(ALL, MAX_PARALLELISM, stored(written, sink -> sink));
        ValueStateDescriptor<Long> asLong = ValueStateDescriptor.of("size", Long.class);
        wider.state(asLong);
        wider.setCurrentKey(7L, hash, hash % MAX_PARALLELISM);
        assertThat(wider.state(asLong).value()).isEqualTo(-3L);
    }

    @Test
    void aKeyInAGroupThatIsNotItsOwnIsRefusedByClass() throws IOException {
        for (Object key : List.of(7L, "short", "a string that is too long to be packed")) {
            int group = (KeyGroups.keyGroupOf(StableHash.hashOf(key), MAX_PARALLELISM) + 1) % MAX_PARALLELISM;
            StateMeta meta = new StateMeta("count", StateKind.LONG, NamespaceKind.NONE, List.of());
            FakeKeyedSnapshot misplaced =
                    new FakeKeyedSnapshot().add(meta, group, new FakeKeyedSnapshot.Entry(key, null, 1L));
            Written written = write(misplaced, sink -> sink);
            HeapStateBackend backend = new HeapStateBackend(ALL, MAX_PARALLELISM, stored(written, sink -> sink));
            assertThatThrownBy(() -> backend.state(COUNT))
                    .isInstanceOf(StateRegistrationException.class)
                    .hasMessageContaining("class=" + key.getClass().getName())
                    .hasMessageContaining("key=" + key)
                    .hasMessageContaining("storedGroup=" + group);
        }
    }
}
