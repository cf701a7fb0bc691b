package dev.weir.snapshot.plugin;

import java.io.IOException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens a state backend by its name: {@code heap}, or that of a provider on the class path. */
public final class StateBackends {

    private StateBackends() {}

    /**
     * Opens one.
     *
     * @throws IllegalArgumentException where nothing has the name; the known ones are named
     * @throws IOException where it can't be used, with the remedy
     */
    public static StateBackend open(String name, StateBackendOptions options) throws IOException {
        if (name.equals(HeapBackend.NAME)) {
            return HeapBackend.INSTANCE;
        }
        Map<String, StateBackendProvider> providers = new TreeMap<>();
        for (StateBackendProvider provider : ServiceLoader.load(StateBackendProvider.class)) {
            providers.put(provider.name(), provider);
        }
        StateBackendProvider provider = providers.get(name);
        if (provider == null) {
            throw new IllegalArgumentException("a state backend is one that is on the class path: backend=" + name
                    + ", known=" + HeapBackend.NAME
                    + (providers.isEmpty() ? "" : ", " + String.join(", ", providers.keySet()))
                    + "; set weir.state.backend to one of these, or put the module of the other on the class path");
        }
        return provider.open(options);
    }
}
