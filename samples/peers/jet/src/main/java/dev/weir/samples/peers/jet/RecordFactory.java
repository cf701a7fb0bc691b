package dev.weir.samples.peers.jet;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Makes empty records for Hazelcast to fill; the numbers stand in for class names in what it writes. */
final class RecordFactory implements DataSerializableFactory {

    static final int ID = 1;
    static final int EVENT = 1;
    static final int USER_EVENT = 2;
    static final int TIMED_EVENT = 3;
    static final int PACED_EVENT = 4;

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case EVENT -> new Event(0, 0);
            case USER_EVENT -> new UserEvent("", 0);
            case TIMED_EVENT -> new TimedEvent(0, 0, 0);
            case PACED_EVENT -> new PacedEvent(0, 0, 0);
            default ->
                throw new IllegalArgumentException(
                        "a class id must be in " + EVENT + ".." + PACED_EVENT + ": " + classId);
        };
    }
}
