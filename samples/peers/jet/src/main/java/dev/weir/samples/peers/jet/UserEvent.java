package dev.weir.samples.peers.jet;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Objects;

/** A record with a string key. */
final class UserEvent implements Summable<UserEvent> {

    private String user;
    private long value;

    UserEvent(String user, long value) {
        this.user = user;
        this.value = value;
    }

    String user() {
        return user;
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
    public UserEvent replaceValue(long newValue) {
        value = newValue;
        return this;
    }

    @Override
    public int getClassId() {
        return RecordFactory.USER_EVENT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeString(user);
        out.writeLong(value);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        user = Objects.requireNonNull(in.readString(), "a user event has a user");
        value = in.readLong();
    }
}
