package dev.weir.samples.peers.flink;

/** A record with a long key; a POJO by Flink's rules. */
public class Event implements Summable<Event> {

    public long key;
    public long value;

    public Event() {}

    public Event(long key, long value) {
        this.key = key;
        this.value = value;
    }

    @Override
    public long value() {
        return value;
    }

    @Override
    public long keyCode() {
        return key;
    }

    @Override
    public Event withValue(long newValue) {
        return new Event(key, newValue);
    }

    @Override
    public Event replaceValue(long newValue) {
        value = newValue;
        return this;
    }
}
