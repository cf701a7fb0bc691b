package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.Variant;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

/** Records with string keys. */
final class UserEvents implements EventKind<UserEvent, String> {

    private final Variant variant;

    UserEvents(Variant variant) {
        this.variant = variant;
    }

    @Override
    public Class<UserEvent> eventClass() {
        return UserEvent.class;
    }

    @Override
    public UserEvent create(int key, long value) {
        return new UserEvent(variant.userOf(key), value);
    }

    @Override
    public void refill(UserEvent event, int key, long value) {
        event.user = variant.userOf(key);
        event.value = value;
    }

    @Override
    public KeySelector<UserEvent, String> keySelector() {
        return event -> event.user;
    }

    @Override
    public TypeInformation<String> keyType() {
        return Types.STRING;
    }

    @Override
    public TypeSerializer<UserEvent> handWrittenSerializer() {
        return new UserEventSerializer();
    }
}
