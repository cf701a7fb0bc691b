package dev.weir.samples.peers.flink;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * One generator's sequence from a position on.
 *
 * @param sourceIndex which generator
 * @param emittedCount how many of its records are out
 */
record GeneratorSplit(int sourceIndex, long emittedCount) implements SourceSplit {

    @Override
    public String splitId() {
        return Integer.toString(sourceIndex);
    }

    /** Index and position, twelve bytes. */
    static final class Serializer implements SimpleVersionedSerializer<GeneratorSplit> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(GeneratorSplit split) {
            return ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                    .putInt(split.sourceIndex())
                    .putLong(split.emittedCount())
                    .array();
        }

        @Override
        public GeneratorSplit deserialize(int version, byte[] serialized) throws IOException {
            if (version != getVersion()) {
                throw new IOException("a split must be of version " + getVersion() + ": " + version);
            }
            ByteBuffer buffer = ByteBuffer.wrap(serialized);
            return new GeneratorSplit(buffer.getInt(), buffer.getLong());
        }
    }
}
