package dev.weir.architecture.bad.operators.core;

import java.io.IOException;
import java.io.ObjectOutputStream;

/** Bad: Java serialization, writing. */
public record WritesSerializedObjects(ObjectOutputStream stream) {

    public void write(Object value) throws IOException {
        stream.writeObject(value);
    }
}
