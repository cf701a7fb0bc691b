package dev.weir.samples.peers.jet;

/** Records with long keys. */
final class NumberedEvents implements EventKind<Event, Long> {

    @Override
    public Event create(int key, long value) {
        return new Event(key, value);
    }

    @Override
    public Long keyOf(Event event) {
        return event.key();
    }
}
