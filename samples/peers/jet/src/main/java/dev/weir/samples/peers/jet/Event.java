package dev.weir.samples.peers.jet;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;

/** A record with a long key. */
final class Event implements Summable<Event> {

    private long key;
    private long value;

    /** For Hazelcast, which fills it by {@link #readData}. */
    Event() {}

    Event(long key, long value) {
        this.key = key;
        this.value = value;
    }

    long key() {
        return key;
    }

    @Override
    public long value() {
        return value;
    }

    @Override
    public long keyCode() {
        return key;
    }

    @Override
    public Event replaceValue(long newValue) {
        value = newValue;
        return this;
    }

    @Override
    public int getFactoryId() {
        return RecordFactory.ID;
    }

    @Override
    public int getClassId() {
        return RecordFactory.EVENT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(key);
        out.writeLong(value);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        key = in.readLong();
        value = in.readLong();
    }
}
