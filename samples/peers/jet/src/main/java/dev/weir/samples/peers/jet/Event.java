package dev.weir.samples.peers.jet;

/** A record with a long key. */
final class Event extends NumberedRecord<Event> {

    Event(long key, long value) {
        super(key, value);
    }

    @Override
    public int getClassId() {
        return RecordFactory.EVENT;
    }
}
