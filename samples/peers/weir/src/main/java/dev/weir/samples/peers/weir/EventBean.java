package dev.weir.samples.peers.weir;

/** A mutable record: functions change it in place; the engine copies it where two readers could meet. */
public class EventBean implements Summable {

    private long key;
    private long value;

    public EventBean() {}

    public EventBean(long key, long value) {
        this.key = key;
        this.value = value;
    }

    public long getKey() {
        return key;
    }

    public void setKey(long key) {
        this.key = key;
    }

    public long getValue() {
        return value;
    }

    public void setValue(long value) {
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

    EventBean replaceValue(long newValue) {
        value = newValue;
        return this;
    }
}
