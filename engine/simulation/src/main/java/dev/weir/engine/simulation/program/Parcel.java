package dev.weir.engine.simulation.program;

/** A record that is changed in place, also after it was emitted. */
public final class Parcel implements Datum {

    private int origin;
    private int lane;
    private long number;
    private long key;
    private long value;

    /** For codecs and copiers. */
    public Parcel() {}

    Parcel(int origin, int lane, long number, long key, long value) {
        this.origin = origin;
        this.lane = lane;
        this.number = number;
        this.key = key;
        this.value = value;
    }

    @Override
    public int origin() {
        return origin;
    }

    @Override
    public int lane() {
        return lane;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long value() {
        return value;
    }

    @Override
    public Datum changed(int newLane, long newKey, long newValue) {
        lane = newLane;
        key = newKey;
        value = newValue;
        return this;
    }

    @Override
    public String toString() {
        return "Parcel[origin=" + origin + ", lane=" + lane + ", number=" + number + ", key=" + key + ", value=" + value
                + "]";
    }
}
