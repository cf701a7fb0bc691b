package dev.weir.snapshot.inspect;

import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.state.StateKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One keyed state, or timers.
 *
 * @param namespace whether it is kept per key alone, or per key and window, say
 * @param types the types that were declared: one; two for a map; none for longs and timers
 * @param valueSchema the classes of its values with their fields, a line each
 * @param keySchema the records and enums among its keys, a line each; other key classes aren't listed
 * @param keyGroups in rising order; empty ones are left out; none where the state is in files of its backend
 * @param backend whose own files hold the state; null where key groups do
 */
public record KeyedStateInfo(
        String name,
        StateKind kind,
        NamespaceKind namespace,
        List<String> types,
        List<String> valueSchema,
        List<String> keySchema,
        List<KeyGroupInfo> keyGroups,
        @Nullable String backend) {

    public KeyedStateInfo {
        types = List.copyOf(types);
        valueSchema = List.copyOf(valueSchema);
        keySchema = List.copyOf(keySchema);
        keyGroups = List.copyOf(keyGroups);
    }

    /** How many entries it has: pairs of key and namespace, or timers. */
    public long entries() {
        return keyGroups.stream().mapToLong(KeyGroupInfo::entries).sum();
    }

    /** How many bytes it takes, as it is stored. */
    public long bytes() {
        return keyGroups.stream().mapToLong(KeyGroupInfo::bytes).sum();
    }

    /** One key group. */
    public record KeyGroupInfo(int keyGroup, long entries, long bytes) {}
}
