package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.Schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ids that classes have in the bytes of one state, whoever writes them. They grow; none changes. Thread-safe. */
public final class TypeIds {

    private final Map<TypeSchema, Integer> ids = new HashMap<>();
    private final List<TypeSchema> types = new ArrayList<>();
    private volatile int count;

    /** None yet. */
    public TypeIds() {}

    /** Those of bytes that were written before: what is written from now on can be read together with them. */
    public TypeIds(Schema written) {
        written.types().forEach(this::idOf);
    }

    synchronized int idOf(TypeSchema type) {
        return ids.computeIfAbsent(type, added -> {
            types.add(added);
            count = types.size();
            return types.size();
        });
    }

    /**
     * Takes the classes of another writer in, if they have the same ids here.
     *
     * @return whether they have; else nothing is taken
     */
    public synchronized boolean takes(Schema other) {
        List<TypeSchema> theirs = other.types();
        int common = Math.min(theirs.size(), types.size());
        if (!theirs.subList(0, common).equals(types.subList(0, common))) {
            return false;
        }
        theirs.subList(common, theirs.size()).forEach(this::idOf);
        return true;
    }

    /** How many there are; without a lock. */
    public int count() {
        return count;
    }

    /** The classes by their ids. */
    public synchronized Schema schema() {
        return new Schema(types);
    }
}
