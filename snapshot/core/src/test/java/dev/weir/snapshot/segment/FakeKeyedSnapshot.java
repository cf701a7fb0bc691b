package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A keyed snapshot made by hand; it is a sink as well, so what was restored can be compared with it. */
public final class FakeKeyedSnapshot implements KeyedSnapshot, KeyedStateSink {

    /** One entry. */
    public record Entry(Object key, @Nullable Object namespace, Object value) {}

    private final Map<StateMeta, Map<Integer, List<Entry>>> states = new LinkedHashMap<>();
    private Map<Integer, List<Entry>> currentState = new TreeMap<>();
    private List<Entry> currentGroup = List.of();
    private int releases;

    public FakeKeyedSnapshot add(StateMeta meta, int keyGroup, Entry entry) {
        groups(meta).computeIfAbsent(keyGroup, group -> new ArrayList<>()).add(entry);
        return this;
    }

    /** The entries of a state, by key group. */
    public Map<Integer, List<Entry>> groups(StateMeta meta) {
        return states.computeIfAbsent(meta, added -> new TreeMap<>());
    }

    public int releases() {
        return releases;
    }

    @Override
    public void writeTo(KeyedStateSink sink) throws IOException {
        for (StateMeta meta : states.keySet()) {
            write(meta, sink);
        }
    }

    private void write(StateMeta meta, KeyedStateSink sink) throws IOException {
        sink.state(meta);
        for (Map.Entry<Integer, List<Entry>> group : groups(meta).entrySet()) {
            sink.keyGroup(group.getKey(), group.getValue().size());
            for (Entry entry : group.getValue()) {
                sink.entry(entry.key(), entry.namespace(), entry.value());
            }
        }
    }

    @Override
    public RestoredKeyedState asRestored() {
        return new RestoredKeyedState() {
            @Override
            public Set<String> names() {
                return states.keySet().stream().map(StateMeta::name).collect(Collectors.toSet());
            }

            @Override
            public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
                for (StateMeta meta : states.keySet()) {
                    if (meta.name().equals(reader.name())) {
                        write(meta, sink);
                    }
                }
            }
        };
    }

    @Override
    public long heapBytes() {
        return 0;
    }

    @Override
    public void release() {
        releases++;
    }

    @Override
    public void state(StateMeta meta) {
        currentState = groups(meta);
    }

    @Override
    public void keyGroup(int keyGroup, int entries) {
        currentGroup = new ArrayList<>();
        currentState.put(keyGroup, currentGroup);
    }

    @Override
    public void entry(Object key, @Nullable Object namespace, Object value) {
        currentGroup.add(new Entry(key, namespace, value));
    }
}
