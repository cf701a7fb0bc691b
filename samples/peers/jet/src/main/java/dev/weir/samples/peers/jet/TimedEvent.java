package dev.weir.samples.peers.jet;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;

/** A record with a long key that happened at a time. */
final class TimedEvent extends NumberedRecord<TimedEvent> {

    private long timestampMillis;

    TimedEvent(long key, long value, long timestampMillis) {
        super(key, value);
        this.timestampMillis = timestampMillis;
    }

    long timestampMillis() {
        return timestampMillis;
    }

    @Override
    public int getClassId() {
        return RecordFactory.TIMED_EVENT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(timestampMillis);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        timestampMillis = in.readLong();
    }
}
