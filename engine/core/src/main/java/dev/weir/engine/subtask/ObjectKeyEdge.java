package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;

/**
 * A keyed edge. Keys that are Longs leave their boxes here. Records with strings for keys wait until there are some: their
 * hash codes are then read one right after the other, so that the cache misses of strings that are spread over the heap
 * overlap. Records keep their order; none waits when the edge is flushed or sends a control element.
 */
final class ObjectKeyEdge extends EdgeOutput {

    /** How many records with strings for keys wait at most. */
    private static final int MAX_WAITING = 64;

    private static final Object[] NO_RECORDS = {};
    private static final String[] NO_TEXTS = {};

    private final ObjectKey selector;
    private final KeyRouting routing;
    private final long[] waitingTimestamps = new long[MAX_WAITING];
    private final int[] hashes = new int[MAX_WAITING];

    /** Made anew each time: references in young arrays are cheap for the garbage collector. */
    private Object[] waiting = NO_RECORDS;

    private String[] texts = NO_TEXTS;
    private int waitingCount;

    /** Sums what {@link #release} reads ahead, so that the reads are not optimised away. */
    private int touched;

    ObjectKeyEdge(Wires wires, ObjectKey selector, int maxParallelism) {
        super(wires);
        this.selector = selector;
        this.routing = new KeyRouting(channels, maxParallelism);
    }

    @Override
    public void emit(Object record, long timestamp) {
        Object outgoing = outgoing(record);
        Object key = keyOf(outgoing);
        if (key instanceof String text) {
            await(outgoing, timestamp, text);
            return;
        }
        release();
        if (key instanceof Long boxed) {
            emitLong(outgoing, timestamp, boxed);
            return;
        }
        if (key == null) {
            throw KeySelectors.nullKey(edge(), outgoing);
        }
        route(outgoing, timestamp, key, StableHash.hashOf(key));
    }

    private void await(Object outgoing, long timestamp, String key) {
        int i = waitingCount;
        if (i == 0) {
            waiting = new Object[MAX_WAITING];
            texts = new String[MAX_WAITING];
        }
        waiting[i] = outgoing;
        texts[i] = key;
        waitingTimestamps[i] = timestamp;
        waitingCount = i + 1;
        if (waitingCount == MAX_WAITING) {
            release();
        }
    }

    @Override
    void release() {
        int count = waitingCount;
        if (count == 0) {
            return;
        }
        Object[] records = waiting;
        String[] keys = texts;
        waitingCount = 0;
        waiting = NO_RECORDS;
        texts = NO_TEXTS;
        int seen = 0;
        for (int i = 0; i < count; i++) {
            hashes[i] = keys[i].hashCode();
            // Reads the string's bytes, which are packed soon.
            seen += keys[i].length();
        }
        touched += seen;
        for (int i = 0; i < count; i++) {
            route(records[i], waitingTimestamps[i], keys[i], hashes[i]);
        }
    }

    @Override
    boolean isHolding() {
        return waitingCount != 0;
    }

    private void route(Object outgoing, long timestamp, Object key, int hashCode) {
        int hash = KeyGroups.murmur(hashCode);
        int group = routing.keyGroupOf(hash);
        OutboundChannel channel = routing.channelOf(group);
        if (!channel.hasOpenBatch()) {
            checkDeterministic(outgoing, key);
        }
        channel.addKeyed(outgoing, timestamp, key, hash, group);
    }

    private void emitLong(Object outgoing, long timestamp, long key) {
        int hash = KeyGroups.murmur(Long.hashCode(key));
        int group = routing.keyGroupOf(hash);
        OutboundChannel channel = routing.channelOf(group);
        if (!channel.hasOpenBatch()) {
            checkDeterministic(outgoing, key);
        }
        channel.addKeyed(outgoing, timestamp, key, hash, group);
    }

    private void checkDeterministic(Object record, Object key) {
        Object again = keyOf(record);
        if (!key.equals(again)) {
            throw KeySelectors.notDeterministic(edge(), record, key, again);
        }
    }

    @Override
    public String toString() {
        return "ObjectKeyEdge[edge=" + edge().id() + ", waiting=" + waitingCount + ", touched=" + touched + "]";
    }

    private Object keyOf(Object record) {
        try {
            return selector.keyOf(record);
        } catch (Exception failure) {
            throw KeySelectors.failed(edge(), record, failure);
        }
    }
}
