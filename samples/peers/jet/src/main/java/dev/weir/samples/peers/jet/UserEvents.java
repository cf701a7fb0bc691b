package dev.weir.samples.peers.jet;

import dev.weir.samples.peers.common.Variant;

/** Records with string keys. */
final class UserEvents implements EventKind<UserEvent, String> {

    private final Variant variant;

    UserEvents(Variant variant) {
        this.variant = variant;
    }

    @Override
    public UserEvent create(int key, long value) {
        return new UserEvent(variant.userOf(key), value);
    }

    @Override
    public String keyOf(UserEvent event) {
        return event.user();
    }
}
