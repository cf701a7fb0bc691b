package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.backend.ChangedEntries;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/** What is known of one state in a frozen view. Its changes are let go of when they are stored. */
final class FrozenState {

    private final StateMeta meta;
    private final ColumnFamilyHandle family;
    private final String familyName;
    private final StateSchemas schemas;
    private final int[] counts;
    private @Nullable ChangedEntries changes;

    FrozenState(ChangedEntries changes, ColumnFamilyHandle family, String familyName, StateSchemas schemas) {
        this.meta = changes.meta();
        this.family = family;
        this.familyName = familyName;
        this.schemas = schemas;
        this.counts = changes.counts();
        this.changes = changes;
    }

    StateMeta meta() {
        return meta;
    }

    ColumnFamilyHandle family() {
        return family;
    }

    String familyName() {
        return familyName;
    }

    StateSchemas schemas() {
        return schemas;
    }

    /** How many entries each key group has, from the first group owned. */
    int[] counts() {
        return counts;
    }

    /** What isn't stored yet; null afterwards. */
    @Nullable
    ChangedEntries changes() {
        return changes;
    }

    void dropChanges() {
        changes = null;
    }

    /** The state as a manifest tells of it. */
    KeyedStateIndex index() {
        Schema values = schemas.values().schema();
        return new KeyedStateIndex(
                meta.name(),
                meta.kind(),
                meta.namespace(),
                meta.timeToLive(),
                meta.valueTypes().stream().map(Object::toString).toList(),
                values,
                schemas.keys(),
                List.of());
    }
}
