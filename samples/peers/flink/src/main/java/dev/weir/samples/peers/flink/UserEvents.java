package dev.weir.samples.peers.flink;

import dev.weir.samples.peers.common.UserNames;
import dev.weir.samples.peers.common.Variant;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

/** Records with string keys. Flink gives each reader a copy of its own. */
final class UserEvents implements EventKind<UserEvent, String> {

    private final UserNames names;

    UserEvents(Variant variant) {
        this.names = new UserNames(variant);
    }

    @Override
    public Class<UserEvent> eventClass() {
        return UserEvent.class;
    }

    @Override
    public UserEvent create(int key, long value) {
        return new UserEvent(names.of(key), value);
    }

    @Override
    public void refill(UserEvent event, int key, long value) {
        event.user = names.of(key);
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
