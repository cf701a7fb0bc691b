package dev.weir.samples.peers.common;

/**
 * What the sinks of a job got.
 *
 * @param recordCount how many results
 * @param checksum the wrapping sum of {@link Records#mix} over all of them
 */
public record Totals(long recordCount, long checksum) {

    public static final Totals NONE = new Totals(0, 0);

    public Totals plus(Totals other) {
        return new Totals(recordCount + other.recordCount, checksum + other.checksum);
    }
}
