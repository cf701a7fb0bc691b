package dev.weir.operators.harness;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keyed state between two attempts: what a backend wrote, entry by entry; each restore gets objects of its own. */
public record StoredState(List<Entry> entries) {

    record Entry(
            StateMeta meta,
            int keyGroup,
            Object key,
            @Nullable Object namespace,
            Object value) {}

    /** What a backend holds now. */
    static StoredState of(KeyedStateBackend backend) throws IOException {
        KeyedSnapshot frozen = backend.freeze();
        Writer writer = new Writer();
        frozen.writeTo(writer);
        frozen.release();
        return new StoredState(writer.entries);
    }

    /** What of several stored states lies in a range of key groups. */
    static RestoredKeyedState cut(List<StoredState> stored, KeyGroupRange range) {
        List<Entry> owned = stored.stream()
                .flatMap(state -> state.entries.stream())
                .filter(entry -> range.contains(entry.keyGroup))
                .toList();
        return new Restored(owned);
    }

    private static final class Writer implements KeyedStateSink {
        private final List<Entry> entries = new ArrayList<>();
        private @Nullable StateMeta meta;
        private int keyGroup;

        @Override
        public void state(StateMeta next) {
            meta = next;
        }

        @Override
        public void keyGroup(int next, int count) {
            keyGroup = next;
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            if (meta == null) {
                throw new IllegalStateException("an entry belongs to a state: key=" + key);
            }
            entries.add(new Entry(meta, keyGroup, key, namespace, value));
        }
    }

    private record Restored(List<Entry> entries) implements RestoredKeyedState {
        @Override
        public Set<String> names() {
            return entries.stream().map(entry -> entry.meta.name()).collect(Collectors.toSet());
        }

        @Override
        public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
            TreeMap<Integer, List<Entry>> byGroup = new TreeMap<>();
            for (Entry entry : entries) {
                if (entry.meta.name().equals(reader.name())) {
                    sink.state(entry.meta);
                    byGroup.computeIfAbsent(entry.keyGroup, any -> new ArrayList<>())
                            .add(entry);
                }
            }
            for (List<Entry> group : byGroup.values()) {
                sink.keyGroup(group.get(0).keyGroup, group.size());
                for (Entry entry : group) {
                    sink.entry(entry.key, entry.namespace, Objects.requireNonNull(Copiers.copy(entry.value)));
                }
            }
        }
    }
}
