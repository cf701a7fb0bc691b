package dev.weir.samples.peers.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/** {@link UserEvent} as a string in Flink's own encoding and a long. */
public final class UserEventSerializer extends HandWrittenSerializer<UserEvent> {

    private static final int VARIABLE_LENGTH = -1;

    @Override
    public UserEvent createInstance() {
        return new UserEvent();
    }

    @Override
    public int getLength() {
        return VARIABLE_LENGTH;
    }

    @Override
    public UserEvent copy(UserEvent from, UserEvent reuse) {
        reuse.user = from.user;
        reuse.value = from.value;
        return reuse;
    }

    @Override
    public void serialize(UserEvent event, DataOutputView target) throws IOException {
        StringValue.writeString(event.user, target);
        target.writeLong(event.value);
    }

    @Override
    public UserEvent deserialize(UserEvent reuse, DataInputView source) throws IOException {
        reuse.user = StringValue.readString(source);
        reuse.value = source.readLong();
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        StringValue.copyString(source, target);
        target.writeLong(source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<UserEvent> snapshotConfiguration() {
        return new Snapshot();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UserEventSerializer;
    }

    @Override
    public int hashCode() {
        return UserEventSerializer.class.hashCode();
    }

    /** Names the serializer in checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<UserEvent> {

        public Snapshot() {
            super(UserEventSerializer::new);
        }
    }
}
