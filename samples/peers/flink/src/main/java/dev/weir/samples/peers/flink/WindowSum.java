package dev.weir.samples.peers.flink;

/** The sum of a key in a window; a POJO by Flink's rules. */
public class WindowSum {

    public long key;
    public long windowStartMillis;
    public long sum;

    public WindowSum() {}

    public WindowSum(long key, long windowStartMillis, long sum) {
        this.key = key;
        this.windowStartMillis = windowStartMillis;
        this.sum = sum;
    }
}
