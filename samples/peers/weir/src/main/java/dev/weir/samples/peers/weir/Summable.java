package dev.weir.samples.peers.weir;

/** A record with a value that the job maps and sums. */
interface Summable {

    long value();

    /** What stands for the record's key in the checksum. */
    long keyCode();
}
