package dev.weir.samples.peers.flink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The splits no reader has yet.
 *
 * @param splits in any order
 */
record Unassigned(List<GeneratorSplit> splits) {

    Unassigned {
        splits = List.copyOf(splits);
    }

    /** The splits one after the other. */
    static final class Serializer implements SimpleVersionedSerializer<Unassigned> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Unassigned unassigned) {
            ByteBuffer buffer = ByteBuffer.allocate(unassigned.splits().size() * (Integer.BYTES + Long.BYTES));
            for (GeneratorSplit split : unassigned.splits()) {
                buffer.putInt(split.sourceIndex()).putLong(split.emittedCount());
            }
            return buffer.array();
        }

        @Override
        public Unassigned deserialize(int version, byte[] serialized) throws IOException {
            if (version != getVersion()) {
                throw new IOException("unassigned splits must be of version " + getVersion() + ": " + version);
            }
            ByteBuffer buffer = ByteBuffer.wrap(serialized);
            List<GeneratorSplit> splits = new ArrayList<>();
            while (buffer.hasRemaining()) {
                splits.add(new GeneratorSplit(buffer.getInt(), buffer.getLong()));
            }
            return new Unassigned(splits);
        }
    }
}
