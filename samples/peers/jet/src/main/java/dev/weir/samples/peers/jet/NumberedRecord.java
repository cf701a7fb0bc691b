package dev.weir.samples.peers.jet;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;

/** What records with long keys have in common. */
abstract class NumberedRecord<E extends NumberedRecord<E>> implements Summable<E> {

    private long key;
    private long value;

    NumberedRecord(long key, long value) {
        this.key = key;
        this.value = value;
    }

    final long key() {
        return key;
    }

    @Override
    public final long value() {
        return value;
    }

    @Override
    public final long keyCode() {
        return key;
    }

    @Override
    @SuppressWarnings("unchecked") // E is the class itself
    public final E replaceValue(long newValue) {
        value = newValue;
        return (E) this;
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
