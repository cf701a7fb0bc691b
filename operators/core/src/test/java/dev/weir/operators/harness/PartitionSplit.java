package dev.weir.operators.harness;

import dev.weir.engine.source.Split;
import dev.weir.engine.source.StateCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A partition of a {@link PartitionedLog}, from {@code next} on. */
public record PartitionSplit(String splitId, int next) implements Split {

    static final StateCodec<PartitionSplit> CODEC = new StateCodec<>() {
        @Override
        public byte[] encode(PartitionSplit split) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeUTF(split.splitId);
            out.writeInt(split.next);
            return bytes.toByteArray();
        }

        @Override
        public PartitionSplit decode(byte[] bytes) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            return new PartitionSplit(in.readUTF(), in.readInt());
        }
    };
}
