package dev.weir.engine.subtask;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keyed state of snapshots, kept in memory and cut to the key groups of one subtask. */
final class HeldKeyedState implements RestoredKeyedState {

    private record Entry(int keyGroup, Object key, @Nullable Object namespace, Object value) {}

    private final Map<String, List<Entry>> states = new LinkedHashMap<>();

    static HeldKeyedState of(List<KeyedSnapshot> snapshots, KeyGroupRange groups) {
        HeldKeyedState held = new HeldKeyedState();
        try {
            for (KeyedSnapshot snapshot : snapshots) {
                snapshot.writeTo(held.new Keeper(groups));
            }
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return held;
    }

    @Override
    public Set<String> names() {
        return states.keySet();
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        sink.state(reader);
        for (Entry entry : states.getOrDefault(reader.name(), List.of())) {
            sink.keyGroup(entry.keyGroup, 1);
            sink.entry(entry.key, entry.namespace, entry.value);
        }
    }

    private final class Keeper implements KeyedStateSink {
        private final KeyGroupRange groups;
        private List<Entry> current = new ArrayList<>();
        private int group;

        Keeper(KeyGroupRange groups) {
            this.groups = groups;
        }

        @Override
        public void state(StateMeta meta) {
            current = states.computeIfAbsent(meta.name(), name -> new ArrayList<>());
        }

        @Override
        public void keyGroup(int keyGroup, int entries) {
            group = keyGroup;
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) {
            if (groups.contains(group)) {
                current.add(new Entry(group, key, namespace, value));
            }
        }
    }
}
