package dev.weir.architecture.bad.operators.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

/** Bad: Java serialization, reading. */
public final class ReadsSerializedObjects {

    public Object read(InputStream stream) throws IOException, ClassNotFoundException {
        return new ObjectInputStream(stream).readObject();
    }
}
