package dev.weir.engine.worker;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.StateBackend;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.plugin.StateBackends;
import dev.weir.snapshot.plugin.StateFigures;
import dev.weir.snapshot.segment.NativeReads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job's state backend, and others that are opened only to read what they wrote into a checkpoint: so a job can be given
 * another backend than it had. All are closed with the job's own. Thread-safe.
 */
public final class JobBackends implements StateBackend, NativeReads.Backends {

    private final StateBackend own;
    private final StateBackendOptions options;
    private final Map<String, StateBackend> readers = new TreeMap<>();

    /**
     * Opens the job's own.
     *
     * @throws IllegalArgumentException where nothing has the name; the known ones are named
     * @throws IOException where it can't be used, with the remedy
     */
    public JobBackends(String name, StateBackendOptions options) throws IOException {
        this.own = StateBackends.open(name, options);
        this.options = options;
    }

    @Override
    public String name() {
        return own.name();
    }

    @Override
    public KeyedStateBackend open(KeyedStateSpec spec) throws IOException {
        return own.open(spec);
    }

    @Override
    public RestoredKeyedState restore(KeyedStateSpec target, List<NativePart> parts) throws IOException {
        return own.restore(target, parts);
    }

    @Override
    public StateBackend of(String name) throws IOException {
        if (name.equals(own.name())) {
            return own;
        }
        synchronized (readers) {
            StateBackend known = readers.get(name);
            if (known == null) {
                known = opened(name);
                readers.put(name, known);
            }
            return known;
        }
    }

    private StateBackend opened(String name) throws IOException {
        try {
            return StateBackends.open(name, options);
        } catch (IllegalArgumentException unknown) {
            throw new IOException(
                    "native files are read by the backend that wrote them: written by=" + name + ", the job's="
                            + own.name()
                            + "; put the module of " + name
                            + " on the class path, or start from a savepoint, which every backend reads",
                    unknown);
        }
    }

    @Override
    public List<StateFigures> figures() {
        return own.figures();
    }

    @Override
    public void close() {
        synchronized (readers) {
            readers.values().forEach(StateBackend::close);
            readers.clear();
        }
        own.close();
    }
}
