package dev.weir.samples.peers.jet;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Makes empty records for Hazelcast to fill; the numbers stand in for class names in what it writes. */
final class RecordFactory implements DataSerializableFactory {

    static final int ID = 1;
    static final int EVENT = 1;
    static final int USER_EVENT = 2;

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case EVENT -> new Event();
            case USER_EVENT -> new UserEvent();
            default ->
                throw new IllegalArgumentException(
                        "a class id must be " + EVENT + " or " + USER_EVENT + ": " + classId);
        };
    }
}
