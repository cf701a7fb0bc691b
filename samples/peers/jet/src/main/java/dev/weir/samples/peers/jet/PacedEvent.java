package dev.weir.samples.peers.jet;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;

/** A record with a long key that knows when it should have been made, by {@link System#nanoTime}. */
final class PacedEvent extends NumberedRecord<PacedEvent> {

    private long createdNanos;

    PacedEvent(long key, long value, long createdNanos) {
        super(key, value);
        this.createdNanos = createdNanos;
    }

    long createdNanos() {
        return createdNanos;
    }

    @Override
    public int getClassId() {
        return RecordFactory.PACED_EVENT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(createdNanos);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        createdNanos = in.readLong();
    }
}
