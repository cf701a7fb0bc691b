package dev.weir.snapshot.rocksdb;

import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.codec.TypeIds;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The classes of what is in the rows of one state, whichever thread has written them. Thread-safe. */
final class StateSchemas {

    private final TypeIds values;
    private final Set<TypeSchema> keys = new LinkedHashSet<>();
    private volatile Schema keySchema = Schema.EMPTY;

    /** Those of rows that are there already. */
    StateSchemas(Schema values, Schema keys) {
        this.values = new TypeIds(values);
        addKeys(keys);
    }

    TypeIds values() {
        return values;
    }

    Schema keys() {
        return keySchema;
    }

    synchronized void addKeys(Schema schema) {
        if (keys.addAll(schema.types())) {
            keySchema = new Schema(List.copyOf(keys));
        }
    }
}
