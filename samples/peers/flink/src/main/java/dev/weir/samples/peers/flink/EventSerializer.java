package dev.weir.samples.peers.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** {@link Event} as two longs. */
public final class EventSerializer extends HandWrittenSerializer<Event> {

    @Override
    public Event createInstance() {
        return new Event();
    }

    @Override
    public int getLength() {
        return 2 * Long.BYTES;
    }

    @Override
    public Event copy(Event from, Event reuse) {
        reuse.key = from.key;
        reuse.value = from.value;
        return reuse;
    }

    @Override
    public void serialize(Event event, DataOutputView target) throws IOException {
        target.writeLong(event.key);
        target.writeLong(event.value);
    }

    @Override
    public Event deserialize(Event reuse, DataInputView source) throws IOException {
        reuse.key = source.readLong();
        reuse.value = source.readLong();
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, getLength());
    }

    @Override
    public TypeSerializerSnapshot<Event> snapshotConfiguration() {
        return new Snapshot();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EventSerializer;
    }

    @Override
    public int hashCode() {
        return EventSerializer.class.hashCode();
    }

    /** Names the serializer in checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Event> {

        public Snapshot() {
            super(EventSerializer::new);
        }
    }
}
