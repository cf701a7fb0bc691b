package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.Snapshot;

/** A frozen view of the rows in a database. Any thread, until it is released. */
final class FrozenRows {

    private final NativeDb db;
    private final Snapshot snapshot;
    private final List<RowReader.Source> states;
    private final KeyGroupRange groups;
    private final ClassLoader loader;

    FrozenRows(NativeDb db, List<FrozenState> states, KeyGroupRange groups, ClassLoader loader) {
        this.db = db;
        this.snapshot = db.freeze();
        this.groups = groups;
        this.loader = loader;
        List<RowReader.Source> sources = new ArrayList<>(states.size());
        for (FrozenState state : states) {
            sources.add(new RowReader.Source(
                    state.meta(),
                    state.family(),
                    state.schemas().values().schema(),
                    state.schemas().keys(),
                    groups.first(),
                    state.counts()));
        }
        this.states = List.copyOf(sources);
    }

    /** Pushes all states. */
    void push(KeyedStateSink sink) throws IOException {
        for (RowReader.Source state : states) {
            new RowReader(db, snapshot, loader).push(state, groups, sink);
        }
    }

    /** Pushes the state of a name, if there is one. */
    void push(StateMeta reader, KeyedStateSink sink) throws IOException {
        for (RowReader.Source state : states) {
            if (state.stored().name().equals(reader.name())) {
                RowReader.Source declared = new RowReader.Source(
                        reader.with(state.stored().timeToLive()),
                        state.family(),
                        state.values(),
                        state.keys(),
                        state.firstGroup(),
                        state.counts());
                new RowReader(db, snapshot, loader).push(declared, groups, sink);
            }
        }
    }

    void release() {
        db.release(snapshot);
    }
}
