package dev.weir.samples.peers.jet;

import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** A mutable record with a value that the job maps and sums; Hazelcast writes it by the record's own code. */
interface Summable<E> extends IdentifiedDataSerializable {

    long value();

    /** What stands for the record's key in the checksum. */
    long keyCode();

    /** This record with another value; a function may do so to a record that has no other reader. */
    E replaceValue(long value);

    @Override
    default int getFactoryId() {
        return RecordFactory.ID;
    }
}
