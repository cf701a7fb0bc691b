package dev.weir.snapshot.state;

/** One long per key without boxes; 0 where nothing is stored. */
public interface LongState extends State {

    /** The value; 0 where nothing is stored. */
    long value();

    void update(long value);

    /** Adds and returns the sum; overflow wraps as {@code +} does. */
    long add(long delta);

    /** Whether a value is stored for the current key. */
    boolean isSet();
}
