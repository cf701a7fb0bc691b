package dev.weir.engine.simulation.program;

import dev.weir.engine.simulation.program.Topology.Dealing;
import dev.weir.engine.simulation.program.Topology.Material;
import dev.weir.engine.simulation.program.Topology.Silence;

/**
 * What a source emits: a function of seed, node, split and number, so that everybody can work it out.
 *
 * @param splits how many
 * @param records in each split
 */
public record SourceShape(
        long seed, int node, int splits, int records, int keys, Dealing dealing, Silence silence, Material material) {

    /** A bucket of event time, in ms. */
    public static final long BUCKET_MILLIS = 100;

    /** Event time between two records of a split, in ms. */
    public static final long STEP_MILLIS = 10;

    private static final int MOST_SPLITS = 1_000;
    private static final int MOST_VALUE = 1_000;

    /** The shape of a source node. */
    public static SourceShape of(Topology topology, Topology.NodeSpec node) {
        if (node.kind() instanceof Topology.Records records) {
            return new SourceShape(
                    topology.seed(),
                    node.id(),
                    records.splits(),
                    records.records(),
                    records.keys(),
                    records.dealing(),
                    records.silence(),
                    records.material());
        }
        if (node.kind() instanceof Topology.Rules rules) {
            return new SourceShape(
                    topology.seed(),
                    node.id(),
                    1,
                    rules.rules(),
                    1,
                    Dealing.AT_START,
                    Silence.NEVER,
                    Material.IMMUTABLE);
        }
        throw new IllegalArgumentException("only a source has a shape: node=" + node);
    }

    /** The origin of a split's records. */
    public int origin(int split) {
        return node * MOST_SPLITS + split;
    }

    /** The record at a position; its number is one more than that. */
    public Datum datum(int split, long position) {
        long mixed = mix(seed * 31 + origin(split) * 1_000_003L + position);
        long key = Math.floorMod(mixed, keys);
        long value = Math.floorMod(mixed >> 20, MOST_VALUE);
        return material == Material.MUTABLE
                ? new Parcel(origin(split), 0, position + 1, key, value)
                : new Item(origin(split), 0, position + 1, key, value);
    }

    /** How long the reader waits before a position, in steps. */
    long pauseBefore(int split, long position) {
        boolean longSilence = silence == Silence.FOR_A_WHILE && position == records / 2 && split == 0;
        return longSilence ? 20 : Math.floorMod(mix(seed + origin(split) * 77L + position), 3);
    }

    public static long timestampOf(long position) {
        return position * STEP_MILLIS;
    }

    /** The last ms of the bucket a timestamp is in. */
    static long bucketEnd(long timestamp) {
        return Math.floorDiv(timestamp, BUCKET_MILLIS) * BUCKET_MILLIS + BUCKET_MILLIS - 1;
    }

    /** Spreads a number over all longs. */
    static long mix(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return mixed ^ (mixed >>> 29);
    }
}
