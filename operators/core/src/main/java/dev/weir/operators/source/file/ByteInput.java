package dev.weir.operators.source.file;

import java.io.Closeable;
import java.io.IOException;

/** The bytes of a file, in order. A read does a bounded piece of work, and may give nothing for it. */
interface ByteInput extends Closeable {

    int END = -1;

    /**
     * Reads on.
     *
     * @return how many bytes were put into {@code into}, 0 too; {@link #END} behind the last
     */
    int read(byte[] into, int at, int length) throws IOException;
}
