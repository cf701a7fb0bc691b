package dev.weir.samples.peers.flink;

/** A record with a value that the job maps and sums. */
interface Summable<E> {

    long value();

    /** What stands for the record's key in the checksum. */
    long keyCode();

    /** A new record with the same key, as a function makes it that must leave its input alone. */
    E withValue(long value);

    /** This record with another value, as a function may make it under object reuse. */
    E replaceValue(long value);
}
