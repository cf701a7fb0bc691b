package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.HashSet;
import java.util.Set;

/**
 * A frozen view to roll back to within the process. Whoever keeps it just drops it: the view is let go of when it is
 * found to be unreachable, at the latest when the job's databases are ended.
 */
final class RocksVersion implements RestoredKeyedState {

    private static final Cleaner CLEANER = Cleaner.create();

    private final FrozenRows rows;
    private final RestoredKeyedState timers;

    RocksVersion(FrozenRows rows, RestoredKeyedState timers) {
        this.rows = rows;
        this.timers = timers;
        rows.hold();
        CLEANER.register(this, rows::letGo);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>(timers.names());
        rows.states().forEach(state -> names.add(state.meta().name()));
        return names;
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        try {
            for (FrozenState state : rows.states()) {
                if (state.meta().name().equals(reader.name())) {
                    rows.push(state, reader, sink);
                }
            }
            timers.replay(reader, sink);
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
