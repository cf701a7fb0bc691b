package dev.weir.samples.peers.jet;

import dev.weir.samples.peers.common.UserNames;
import dev.weir.samples.peers.common.Variant;

/** Records with string keys. Jet's sources may share one of these, so each thread has names of its own. */
final class UserEvents implements EventKind<UserEvent, String> {

    private static final ThreadLocal<UserNames> FRESH =
            ThreadLocal.withInitial(() -> new UserNames(Variant.FRESH_STRING));
    private static final UserNames KNOWN = new UserNames(Variant.STRING);

    private final Variant variant;

    UserEvents(Variant variant) {
        this.variant = variant;
    }

    @Override
    public UserEvent create(int key, long value) {
        UserNames names = variant == Variant.FRESH_STRING ? FRESH.get() : KNOWN;
        return new UserEvent(names.of(key), value);
    }

    @Override
    public String keyOf(UserEvent event) {
        return event.user();
    }
}
