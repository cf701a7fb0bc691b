package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A frozen view to roll back to within the process. Whoever keeps it just drops it: the view is let go of when it is
 * found to be unreachable, at the latest when the job's databases are ended.
 */
final class RocksVersion implements RestoredKeyedState {

    private static final Cleaner CLEANER = Cleaner.create();

    private final Settlement settlement;
    private final RestoredKeyedState timers;
    private final ClassLoader loader;
    private final long memoryBytes;

    RocksVersion(Settlement settlement, RestoredKeyedState timers, ClassLoader loader, long memoryBytes) {
        this.settlement = settlement;
        this.timers = timers;
        this.loader = loader;
        this.memoryBytes = memoryBytes;
        settlement.hold();
        CLEANER.register(this, settlement::letGo);
    }

    /** Where the view was written as files, a database can be opened with these. */
    @Override
    public List<RestoredKeyedState> pieces() {
        FrozenFiles files = settlement.filesIfMade();
        return files == null
                ? List.of(this)
                : List.of(RocksFiles.of(files, settlement, this, loader, memoryBytes), timers);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>(timers.names());
        settlement.states().forEach(state -> names.add(state.meta().name()));
        return names;
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        try {
            FrozenFiles files = settlement.filesIfMade();
            if (timers.names().contains(reader.name())) {
                timers.replay(reader, sink);
            } else if (files != null) {
                RocksFiles.of(files, settlement, this, loader, memoryBytes).replay(reader, sink);
            } else {
                settlement.rows().push(reader, sink);
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
