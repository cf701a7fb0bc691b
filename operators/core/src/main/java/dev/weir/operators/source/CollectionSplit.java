package dev.weir.operators.source;

import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A whole collection.
 *
 * @param next the index of the next element
 */
public record CollectionSplit(int next) implements Split {

    static final StateCodec<CollectionSplit> CODEC = new Codec();

    @Override
    public String splitId() {
        return "all";
    }

    private static final class Codec implements StateCodec<CollectionSplit> {

        private static final byte VERSION = 1;
        private static final int BYTES = Byte.BYTES + Integer.BYTES;

        @Override
        public byte[] encode(CollectionSplit split) {
            return ByteBuffer.allocate(BYTES).put(VERSION).putInt(split.next).array();
        }

        @Override
        public CollectionSplit decode(byte[] bytes) throws IOException {
            Versions.check("collection split", bytes, VERSION, BYTES);
            return new CollectionSplit(ByteBuffer.wrap(bytes).getInt(1));
        }
    }
}
