package dev.weir.samples.peers.weir;

/** An immutable record with a string key. */
public record UserEvent(String user, long value) implements Summable {

    @Override
    public long keyCode() {
        return user.hashCode();
    }

    UserEvent withValue(long newValue) {
        return new UserEvent(user, newValue);
    }
}
