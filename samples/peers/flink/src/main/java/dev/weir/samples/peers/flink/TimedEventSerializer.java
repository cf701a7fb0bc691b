package dev.weir.samples.peers.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** {@link TimedEvent} as three longs. */
public final class TimedEventSerializer extends HandWrittenSerializer<TimedEvent> {

    @Override
    public TimedEvent createInstance() {
        return new TimedEvent();
    }

    @Override
    public int getLength() {
        return 3 * Long.BYTES;
    }

    @Override
    public TimedEvent copy(TimedEvent from, TimedEvent reuse) {
        reuse.key = from.key;
        reuse.value = from.value;
        reuse.createdNanos = from.createdNanos;
        return reuse;
    }

    @Override
    public void serialize(TimedEvent event, DataOutputView target) throws IOException {
        target.writeLong(event.key);
        target.writeLong(event.value);
        target.writeLong(event.createdNanos);
    }

    @Override
    public TimedEvent deserialize(TimedEvent reuse, DataInputView source) throws IOException {
        reuse.key = source.readLong();
        reuse.value = source.readLong();
        reuse.createdNanos = source.readLong();
        return reuse;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.write(source, getLength());
    }

    @Override
    public TypeSerializerSnapshot<TimedEvent> snapshotConfiguration() {
        return new Snapshot();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TimedEventSerializer;
    }

    @Override
    public int hashCode() {
        return TimedEventSerializer.class.hashCode();
    }

    /** Names the serializer in checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<TimedEvent> {

        public Snapshot() {
            super(TimedEventSerializer::new);
        }
    }
}
