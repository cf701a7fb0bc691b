package dev.weir.samples.peers.weir;

import dev.weir.engine.source.StateCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The splits that no reader has been given: the enumerator's state. */
record Unassigned(List<NumberSplit> splits) {

    static final StateCodec<Unassigned> CODEC = new StateCodec<>() {
        @Override
        public byte[] encode(Unassigned unassigned) throws IOException {
            int bytes = Integer.BYTES;
            List<byte[]> encoded = new ArrayList<>();
            for (NumberSplit split : unassigned.splits()) {
                byte[] element = NumberSplit.CODEC.encode(split);
                encoded.add(element);
                bytes += Integer.BYTES + element.length;
            }
            ByteBuffer out = ByteBuffer.allocate(bytes).putInt(encoded.size());
            encoded.forEach(element -> out.putInt(element.length).put(element));
            return out.array();
        }

        @Override
        public Unassigned decode(byte[] bytes) throws IOException {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            List<NumberSplit> splits = new ArrayList<>();
            for (int left = in.getInt(); left > 0; left--) {
                byte[] element = new byte[in.getInt()];
                in.get(element);
                splits.add(NumberSplit.CODEC.decode(element));
            }
            return new Unassigned(splits);
        }
    };

    Unassigned {
        splits = List.copyOf(splits);
    }
}
