package dev.weir.engine.simulation.program;

import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import java.nio.ByteBuffer;

/** A split and how far it has been read. */
record ItemSplit(int number, long position) implements Split {

    static final StateCodec<ItemSplit> CODEC = new StateCodec<>() {
        @Override
        public byte[] encode(ItemSplit split) {
            return ByteBuffer.allocate(12)
                    .putInt(split.number())
                    .putLong(split.position())
                    .array();
        }

        @Override
        public ItemSplit decode(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new ItemSplit(buffer.getInt(), buffer.getLong());
        }
    };

    @Override
    public String splitId() {
        return "split-" + number;
    }
}
