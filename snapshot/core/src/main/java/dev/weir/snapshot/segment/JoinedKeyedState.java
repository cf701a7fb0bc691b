package dev.weir.snapshot.segment;

import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What several sources hold together; no key of a state is in two of them. One thread at a time. */
record JoinedKeyedState(List<RestoredKeyedState> parts) implements RestoredKeyedState {

    JoinedKeyedState {
        parts = List.copyOf(parts);
    }

    @Override
    public List<RestoredKeyedState> pieces() {
        return parts.stream().flatMap(part -> part.pieces().stream()).toList();
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        parts.forEach(part -> names.addAll(part.names()));
        return names;
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        for (RestoredKeyedState part : parts) {
            if (part.names().contains(reader.name())) {
                part.replay(reader, sink);
            }
        }
    }
}
