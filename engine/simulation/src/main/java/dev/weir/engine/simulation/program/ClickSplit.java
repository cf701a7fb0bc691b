package dev.weir.engine.simulation.program;

import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import java.nio.ByteBuffer;

/** A split and how far it has been read. */
record ClickSplit(int number, long position) implements Split {

    static final StateCodec<ClickSplit> CODEC = new StateCodec<>() {
        @Override
        public byte[] encode(ClickSplit split) {
            return ByteBuffer.allocate(12)
                    .putInt(split.number())
                    .putLong(split.position())
                    .array();
        }

        @Override
        public ClickSplit decode(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new ClickSplit(buffer.getInt(), buffer.getLong());
        }
    };

    @Override
    public String splitId() {
        return "split-" + number;
    }
}
