package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.snapshot.keygroup.KeyGroups;

/** A keyed edge whose keys are longs: no box anywhere. */
final class LongKeyEdge extends EdgeOutput {

    private final LongKey selector;
    private final KeyRouting routing;

    LongKeyEdge(Wires wires, LongKey selector, int maxParallelism) {
        super(wires);
        this.selector = selector;
        this.routing = new KeyRouting(channels, maxParallelism);
    }

    @Override
    public void emit(Object record, long timestamp) {
        Object outgoing = outgoing(record);
        long key = keyOf(outgoing);
        int hash = KeyGroups.murmur(Long.hashCode(key));
        int group = routing.keyGroupOf(hash);
        OutboundChannel channel = routing.channelOf(group);
        if (!channel.hasOpenBatch() && keyOf(outgoing) != key) {
            throw KeySelectors.notDeterministic(edge(), outgoing, key, keyOf(outgoing));
        }
        channel.addKeyed(outgoing, timestamp, key, hash, group);
    }

    private long keyOf(Object record) {
        try {
            return selector.keyOf(record);
        } catch (Exception failure) {
            throw KeySelectors.failed(edge(), record, failure);
        }
    }
}
