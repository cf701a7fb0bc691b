package dev.weir.snapshot.copy;

import dev.weir.snapshot.state.ValueSerializer;
import dev.weir.snapshot.state.ValueSerializers;
import java.io.IOException;

/** Copies by writing and reading, where a user's serializer takes the class and nothing else can copy it. */
record SerializedCopier(ValueSerializer<Object> serializer) implements DeepCopier {

    @Override
    public Object copy(Object value, int depth) {
        try {
            byte[] bytes = ValueSerializers.toBytes(serializer, value);
            return ValueSerializers.toValue(serializer, serializer.version(), bytes);
        } catch (IOException | RuntimeException e) {
            throw new UncopyableException(
                    "a value's serializer failed: class=" + value.getClass().getName() + ", serializer="
                            + serializer.id() + ": " + e.getMessage(),
                    e);
        }
    }
}
