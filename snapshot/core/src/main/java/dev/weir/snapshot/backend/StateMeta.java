package dev.weir.snapshot.backend;

import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import java.util.List;

/**
 * What a format has to know of one keyed state.
 *
 * @param valueTypes the user's types: one; two for a map (key, value); none for LONG and TIMER
 * @param timeToLive whether {@link Stamped} stands in the place of values
 */
public record StateMeta(
        String name, StateKind kind, NamespaceKind namespace, List<TypeHint<?>> valueTypes, TimeToLive timeToLive) {

    /** A state whose values don't expire. */
    public StateMeta(String name, StateKind kind, NamespaceKind namespace, List<TypeHint<?>> valueTypes) {
        this(name, kind, namespace, valueTypes, TimeToLive.NONE);
    }

    /** The same state with or without stamps. */
    public StateMeta with(TimeToLive stamps) {
        return stamps == timeToLive ? this : new StateMeta(name, kind, namespace, valueTypes, stamps);
    }

    /** Whether entries carry the time of their last use. Names are part of the checkpoint format. */
    public enum TimeToLive {
        NONE,
        STAMPED
    }

    /** The kinds of namespaces. Names are part of the checkpoint format. OBJECT is reserved for merging windows. */
    public enum NamespaceKind {
        NONE,
        LONG,
        OBJECT
    }
}
