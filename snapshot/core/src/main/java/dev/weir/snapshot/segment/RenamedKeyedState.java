package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.KeyedEntries;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.restore.StoredAs;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Restored state under the names that its states have now. One thread at a time. */
record RenamedKeyedState(RestoredKeyedState stored, StoredAs storedAs) implements RestoredKeyedState {

    @Override
    public List<RestoredKeyedState> pieces() {
        return names().equals(stored.names()) ? stored.pieces() : List.of(this);
    }

    @Override
    public Set<String> names() {
        return stored.names().stream().map(storedAs::nameNow).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        for (String name : stored.names()) {
            if (storedAs.nameNow(name).equals(reader.name())) {
                StateMeta asStored = new StateMeta(name, reader.kind(), reader.namespace(), reader.valueTypes());
                stored.replay(asStored, name.equals(reader.name()) ? sink : new Renaming(reader, sink));
            }
        }
    }

    /** Tells the sink of the state by its present name. */
    private record Renaming(StateMeta now, KeyedStateSink sink) implements KeyedStateSink {

        @Override
        public void state(StateMeta stored) throws IOException {
            sink.state(now);
        }

        @Override
        public void keyGroup(int keyGroup, int entries) throws IOException {
            sink.keyGroup(keyGroup, entries);
        }

        @Override
        public void entry(Object key, @Nullable Object namespace, Object value) throws IOException {
            sink.entry(key, namespace, value);
        }

        @Override
        public void entries(KeyedEntries entries) throws IOException {
            sink.entries(entries);
        }
    }
}
