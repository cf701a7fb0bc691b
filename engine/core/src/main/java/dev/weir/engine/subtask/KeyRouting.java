package dev.weir.engine.subtask;

import dev.weir.engine.channel.OutboundChannel;
import dev.weir.snapshot.keygroup.KeyGroups;

/**
 * Key group to channel, through a table, so that a group can move without a change of the formula. Used by one edge of
 * one subtask.
 */
final class KeyRouting {

    private final OutboundChannel[] byKeyGroup;
    private final int maxParallelism;
    private final int mask;

    KeyRouting(OutboundChannel[] channels, int maxParallelism) {
        this.maxParallelism = maxParallelism;
        this.mask = Integer.bitCount(maxParallelism) == 1 ? maxParallelism - 1 : -1;
        this.byKeyGroup = new OutboundChannel[maxParallelism];
        for (int group = 0; group < maxParallelism; group++) {
            byKeyGroup[group] = channels[KeyGroups.subtaskOf(group, channels.length, maxParallelism)];
        }
    }

    /** The key group of a murmur hash. */
    int keyGroupOf(int hash) {
        return mask >= 0 ? hash & mask : hash % maxParallelism;
    }

    OutboundChannel channelOf(int keyGroup) {
        return byKeyGroup[keyGroup];
    }
}
