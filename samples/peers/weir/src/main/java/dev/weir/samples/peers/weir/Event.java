package dev.weir.samples.peers.weir;

/** An immutable record with a long key. */
public record Event(long key, long value) implements Summable {

    @Override
    public long keyCode() {
        return key;
    }

    Event withValue(long newValue) {
        return new Event(key, newValue);
    }
}
