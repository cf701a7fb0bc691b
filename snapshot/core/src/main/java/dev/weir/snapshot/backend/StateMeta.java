package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import java.util.List;

/**
 * What a format has to know of one keyed state.
 *
 * @param valueTypes the types it stores: one; two for a map (key, value); none for LONG and TIMER
 */
public record StateMeta(String name, StateKind kind, NamespaceKind namespace, List<TypeHint<?>> valueTypes) {

    /** The kinds of namespaces. Names are part of the checkpoint format. OBJECT is reserved for merging windows. */
    public enum NamespaceKind {
        NONE,
        LONG,
        OBJECT
    }
}
