package dev.weir.samples.peers.weir;

import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One generator's records from a position on.
 *
 * @param sourceIndex which generator
 * @param emittedCount how many of its records have been emitted
 */
record NumberSplit(int sourceIndex, long emittedCount) implements Split {

    private static final byte VERSION = 1;
    private static final int BYTES = Byte.BYTES + Integer.BYTES + Long.BYTES;

    static final StateCodec<NumberSplit> CODEC = new StateCodec<>() {
        @Override
        public byte[] encode(NumberSplit split) {
            return ByteBuffer.allocate(BYTES)
                    .put(VERSION)
                    .putInt(split.sourceIndex())
                    .putLong(split.emittedCount())
                    .array();
        }

        @Override
        public NumberSplit decode(byte[] bytes) throws IOException {
            if (bytes.length != BYTES || bytes[0] != VERSION) {
                throw new IOException(
                        "a split is " + BYTES + " bytes of version " + VERSION + ": got " + bytes.length + " bytes");
            }
            ByteBuffer in = ByteBuffer.wrap(bytes, 1, BYTES - 1);
            return new NumberSplit(in.getInt(), in.getLong());
        }
    };

    @Override
    public String splitId() {
        return Integer.toString(sourceIndex);
    }
}
