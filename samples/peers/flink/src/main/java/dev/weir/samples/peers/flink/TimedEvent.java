package dev.weir.samples.peers.flink;

/** A record that knows when it should have been made, by {@link System#nanoTime}; a POJO by Flink's rules. */
public class TimedEvent implements Summable<TimedEvent> {

    public long key;
    public long value;
    public long createdNanos;

    public TimedEvent() {}

    public TimedEvent(long key, long value, long createdNanos) {
        this.key = key;
        this.value = value;
        this.createdNanos = createdNanos;
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
    public TimedEvent withValue(long newValue) {
        return new TimedEvent(key, newValue, createdNanos);
    }

    @Override
    public TimedEvent replaceValue(long newValue) {
        value = newValue;
        return this;
    }
}
