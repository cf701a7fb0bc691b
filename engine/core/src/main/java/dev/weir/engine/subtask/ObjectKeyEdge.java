package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;

/** A keyed edge. Keys that are Longs leave their boxes here. */
final class ObjectKeyEdge extends EdgeOutput {

    private final ObjectKey selector;
    private final KeyRouting routing;

    ObjectKeyEdge(Wires wires, ObjectKey selector, int maxParallelism) {
        super(wires);
        this.selector = selector;
        this.routing = new KeyRouting(channels, maxParallelism);
    }

    @Override
    public void emit(Object record, long timestamp) {
        Object outgoing = outgoing(record);
        Object key = keyOf(outgoing);
        if (key instanceof Long boxed) {
            emitLong(outgoing, timestamp, boxed);
            return;
        }
        if (key == null) {
            throw KeySelectors.nullKey(edge(), outgoing);
        }
        int hash = KeyGroups.murmur(StableHash.hashOf(key));
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

    private Object keyOf(Object record) {
        try {
            return selector.keyOf(record);
        } catch (Exception failure) {
            throw KeySelectors.failed(edge(), record, failure);
        }
    }
}
