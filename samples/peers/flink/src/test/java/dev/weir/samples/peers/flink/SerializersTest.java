package dev.weir.samples.peers.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SerializersTest {

    @Test
    void anEventSurvivesBytesAndCopies() throws IOException {
        assertThat(throughBytes(new EventSerializer(), new Event(Long.MAX_VALUE, -7)))
                .usingRecursiveComparison()
                .isEqualTo(new Event(Long.MAX_VALUE, -7));
        assertThat(new EventSerializer().copy(new Event(1, 2)))
                .usingRecursiveComparison()
                .isEqualTo(new Event(1, 2));
    }

    @Test
    void aUserEventSurvivesBytesAndCopies() throws IOException {
        assertThat(throughBytes(new UserEventSerializer(), new UserEvent("user-7", 7)))
                .usingRecursiveComparison()
                .isEqualTo(new UserEvent("user-7", 7));
        assertThat(new UserEventSerializer().copy(new UserEvent("", 2)))
                .usingRecursiveComparison()
                .isEqualTo(new UserEvent("", 2));
    }

    @Test
    void aTimedEventSurvivesBytesAndCopies() throws IOException {
        assertThat(throughBytes(new TimedEventSerializer(), new TimedEvent(7, -7, Long.MIN_VALUE)))
                .usingRecursiveComparison()
                .isEqualTo(new TimedEvent(7, -7, Long.MIN_VALUE));
        assertThat(new TimedEventSerializer().copy(new TimedEvent(1, 2, 3)))
                .usingRecursiveComparison()
                .isEqualTo(new TimedEvent(1, 2, 3));
    }

    @Test
    void splitsSurviveTheirBytes() throws IOException {
        GeneratorSplit split = new GeneratorSplit(1, Long.MAX_VALUE);
        Unassigned unassigned = new Unassigned(List.of(split, new GeneratorSplit(0, 0)));
        var splits = new GeneratorSplit.Serializer();
        var lists = new Unassigned.Serializer();

        assertThat(splits.deserialize(splits.getVersion(), splits.serialize(split)))
                .isEqualTo(split);
        assertThat(lists.deserialize(lists.getVersion(), lists.serialize(unassigned)))
                .isEqualTo(unassigned);
    }

    @Test
    void aSplitOfAnotherVersionIsRefused() {
        assertThatThrownBy(() -> new GeneratorSplit.Serializer().deserialize(2, new byte[12]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2");
    }

    /** Writes, copies the bytes as a network stack would, and reads back. */
    private static <E> E throughBytes(TypeSerializer<E> serializer, E event) throws IOException {
        DataOutputSerializer written = new DataOutputSerializer(64);
        serializer.serialize(event, written);
        DataOutputSerializer copied = new DataOutputSerializer(64);
        serializer.copy(new DataInputDeserializer(written.getCopyOfBuffer()), copied);
        return serializer.deserialize(new DataInputDeserializer(copied.getCopyOfBuffer()));
    }
}
