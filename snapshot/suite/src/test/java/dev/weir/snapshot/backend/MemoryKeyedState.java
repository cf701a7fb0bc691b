package dev.weir.snapshot.backend;

import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a snapshot pushed, kept in memory as copies, and given back for a range of key groups. */
final class MemoryKeyedState implements KeyedStateSink {

    /** One entry as it was pushed. */
    record Stored(int keyGroup, Object key, @Nullable Object namespace, Object value) {}

    private final Map<String, StateMeta> metas = new LinkedHashMap<>();
    private final Map<String, List<Stored>> entries = new LinkedHashMap<>();
    private @Nullable List<Stored> current;
    private int keyGroup = -1;
    private int announced;

    static MemoryKeyedState of(KeyedSnapshot snapshot) {
        try {
            MemoryKeyedState memory = new MemoryKeyedState();
            snapshot.writeTo(memory);
            memory.checkAnnounced();
            return memory;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void state(StateMeta meta) {
        checkAnnounced();
        metas.put(meta.name(), meta);
        current = entries.computeIfAbsent(meta.name(), name -> new ArrayList<>());
        keyGroup = -1;
    }

    @Override
    public void keyGroup(int group, int count) {
        checkAnnounced();
        if (group <= keyGroup || count == 0) {
            throw new AssertionError("key groups come in rising order and are not empty: " + group + ", " + count);
        }
        keyGroup = group;
        announced = count;
    }

    @Override
    public void entry(Object key, @Nullable Object namespace, Object value) {
        Objects.requireNonNull(current)
                .add(new Stored(keyGroup, key, namespace, Objects.requireNonNull(Copiers.copy(value))));
        announced--;
    }

    private void checkAnnounced() {
        if (announced != 0) {
            throw new AssertionError("announced entries are missing or too many: " + announced);
        }
    }

    List<Stored> entriesOf(String name) {
        return entries.getOrDefault(name, List.of());
    }

    /** Adds what another subtask's snapshot pushed. */
    MemoryKeyedState plus(MemoryKeyedState other) {
        other.metas.forEach(metas::put);
        other.entries.forEach((name, stored) ->
                entries.computeIfAbsent(name, each -> new ArrayList<>()).addAll(stored));
        return this;
    }

    RestoredKeyedState restoredFor(KeyGroupRange range) {
        return new RestoredKeyedState() {
            @Override
            public Set<String> names() {
                return entries.keySet();
            }

            @Override
            public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
                sink.state(Objects.requireNonNull(metas.get(reader.name())));
                for (int group = range.first(); group <= range.last(); group++) {
                    replayGroup(reader.name(), group, sink);
                }
            }
        };
    }

    private void replayGroup(String name, int group, KeyedStateSink sink) throws IOException {
        List<Stored> inGroup = entriesOf(name).stream()
                .filter(stored -> stored.keyGroup() == group)
                .toList();
        if (!inGroup.isEmpty()) {
            sink.keyGroup(group, inGroup.size());
        }
        for (Stored stored : inGroup) {
            sink.entry(stored.key(), stored.namespace(), Objects.requireNonNull(Copiers.copy(stored.value())));
        }
    }
}
