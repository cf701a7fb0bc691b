package dev.weir.samples.peers.weir;

/**
 * An immutable record that knows when it should have been made.
 *
 * @param createdNanos by {@link System#nanoTime}
 */
public record TimedEvent(long key, long value, long createdNanos) implements Summable {

    @Override
    public long keyCode() {
        return key;
    }

    TimedEvent withValue(long newValue) {
        return new TimedEvent(key, newValue, createdNanos);
    }
}
