package dev.weir.operators.source;

import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Every {@code stride}-th index from {@code number} on.
 *
 * @param number in {@code [0, stride)}
 * @param stride how many splits there are
 * @param next the next index to emit; {@code number} modulo {@code stride}
 */
public record GeneratorSplit(int number, int stride, long next) implements Split {

    static final StateCodec<GeneratorSplit> CODEC = new Codec();

    @Override
    public String splitId() {
        return number + "/" + stride;
    }

    GeneratorSplit at(long position) {
        return new GeneratorSplit(number, stride, position);
    }

    private static final class Codec implements StateCodec<GeneratorSplit> {

        private static final byte VERSION = 1;
        private static final int BYTES = Byte.BYTES + 2 * Integer.BYTES + Long.BYTES;

        @Override
        public byte[] encode(GeneratorSplit split) {
            return ByteBuffer.allocate(BYTES)
                    .put(VERSION)
                    .putInt(split.number)
                    .putInt(split.stride)
                    .putLong(split.next)
                    .array();
        }

        @Override
        public GeneratorSplit decode(byte[] bytes) throws IOException {
            Versions.check("generator split", bytes, VERSION, BYTES);
            ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
            return new GeneratorSplit(in.getInt(), in.getInt(), in.getLong());
        }
    }
}
