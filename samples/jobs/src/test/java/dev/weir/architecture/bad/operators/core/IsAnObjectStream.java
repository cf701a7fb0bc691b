package dev.weir.architecture.bad.operators.core;

import java.io.IOException;
import java.io.ObjectInputStream;

/** Bad: a stream of serialized objects itself. */
public final class IsAnObjectStream extends ObjectInputStream {

    public IsAnObjectStream() throws IOException {
        super();
    }
}
