package dev.weir.operators.source;

import dev.weir.engine.source.Split;
import java.util.List;
import java.util.Set;

/**
 * Finds the splits that a source has now: partitions of a topic, objects in a bucket. See {@link DiscoveringEnumerator}.
 *
 * <pre>{@code
 * SplitDiscovery<PartitionSplit> discovery = look -> {
 *     List<PartitionSplit> all = new ArrayList<>();
 *     for (Partition partition : client.partitions(topic)) {
 *         long first = look.occasion() == Occasion.FIRST ? partition.end() : partition.begin();
 *         all.add(new PartitionSplit(partition.id(), first));
 *     }
 *     return Found.of(all);
 * };
 * }</pre>
 */
@FunctionalInterface
public interface SplitDiscovery<S extends Split> {

    /**
     * All splits there are now, those found before among them, each with the position to begin at. Runs on a thread for
     * blocking work, never beside another look; may take its time, but should give up by itself when what it asks doesn't
     * answer: until then nothing new is found.
     */
    Found<S> find(Look look) throws Exception;

    /**
     * A look for splits.
     *
     * @param startedMillis when the job was first started, in ms since the epoch; the same over all restarts
     */
    record Look(Occasion occasion, long startedMillis) {}

    /** Which look it is. */
    enum Occasion {
        /** No look has been taken note of since the job was first started: what is found was there before. */
        FIRST,
        /** What is found for the first time has appeared since: its records are to be read from its beginning. */
        LATER
    }

    /**
     * What a look has found.
     *
     * @param splits all there are; those that are known by their id are left out
     * @param gone ids that will never be found again, so that nobody has to remember them
     */
    record Found<S extends Split>(List<S> splits, Set<String> gone) {

        public Found {
            splits = List.copyOf(splits);
            gone = Set.copyOf(gone);
        }

        /** Splits of a source whose splits stay. */
        public static <S extends Split> Found<S> of(List<S> splits) {
            return new Found<>(splits, Set.of());
        }
    }
}
