package dev.weir.samples.peers.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

/** Records with long keys. */
final class NumberedEvents implements EventKind<Event, Long> {

    @Override
    public Class<Event> eventClass() {
        return Event.class;
    }

    @Override
    public Event create(int key, long value) {
        return new Event(key, value);
    }

    @Override
    public void refill(Event event, int key, long value) {
        event.key = key;
        event.value = value;
    }

    @Override
    public KeySelector<Event, Long> keySelector() {
        return event -> event.key;
    }

    @Override
    public TypeInformation<Long> keyType() {
        return Types.LONG;
    }

    @Override
    public TypeSerializer<Event> handWrittenSerializer() {
        return new EventSerializer();
    }
}
