package dev.weir.engine.source;

import java.io.IOException;

/** Encodes a connector's own state. The first byte should be a version. */
public interface StateCodec<T> {

    byte[] encode(T value) throws IOException;

    T decode(byte[] bytes) throws IOException;
}
