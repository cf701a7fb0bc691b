package dev.weir.samples.peers.flink;

/** A record with a string key; a POJO by Flink's rules. */
public class UserEvent implements Summable<UserEvent> {

    public String user = "";
    public long value;

    public UserEvent() {}

    public UserEvent(String user, long value) {
        this.user = user;
        this.value = value;
    }

    @Override
    public long value() {
        return value;
    }

    @Override
    public long keyCode() {
        return user.hashCode();
    }

    @Override
    public UserEvent withValue(long newValue) {
        return new UserEvent(user, newValue);
    }

    @Override
    public UserEvent replaceValue(long newValue) {
        value = newValue;
        return this;
    }
}
