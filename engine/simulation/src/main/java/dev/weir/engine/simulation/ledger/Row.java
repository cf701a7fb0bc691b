package dev.weir.engine.simulation.ledger;

/**
 * One line of the job's output.
 *
 * @param number what tells the rows of one key and kind apart
 * @param value what must be written beside the number
 */
public record Row(long key, Kind kind, long number, long value) {

    /** What a row tells. */
    public enum Kind {
        /** The key's {@code number}-th record was counted; the value is the sum of all so far. */
        COUNT,
        /** The bucket that ends at {@code number} is over; the value is how many records it held. */
        BUCKET,
        /** The key's only processing-time timer has fired. */
        ALARM
    }
}
