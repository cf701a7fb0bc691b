package dev.weir.operators.source;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.operators.source.SplitDiscovery.Found;
import dev.weir.operators.source.SplitDiscovery.Look;
import dev.weir.operators.source.SplitDiscovery.Occasion;
import dev.weir.snapshot.keygroup.KeyGroups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for splits again and again, without end, and gives each one to a reader once:
 *
 * <pre>{@code
 * public SplitEnumerator<PartitionSplit, DiscoveredSplits<PartitionSplit>> createEnumerator(
 *         EnumeratorContext<PartitionSplit> context, @Nullable DiscoveredSplits<PartitionSplit> restored) {
 *     DiscoveredSplits<PartitionSplit> from =
 *             restored == null ? DiscoveringEnumerator.startedAt(System.currentTimeMillis()) : restored;
 *     return new DiscoveringEnumerator<>(context, discovery, Duration.ofSeconds(30), SplitAssignment.BY_ID, from);
 * }
 * }</pre>
 *
 * <p>Invariants: a split is known from the step in which it is found until it is gone, and only an unknown one is found;
 * each known split is, at any time, either here or was given to exactly one reader, so that a look or an assignment that
 * a snapshot doesn't hold is done again after a restore and has no other effect. A look never holds up a checkpoint,
 * also if it hangs; one that fails is repeated, and too many failures in a row fail the attempt.
 */
public final class DiscoveringEnumerator<S extends Split> implements SplitEnumerator<S, DiscoveredSplits<S>> {

    private static final Logger LOG = LoggerFactory.getLogger(DiscoveringEnumerator.class);

    private static final int TOLERATED_FAILURES_IN_A_ROW = 4;

    private final EnumeratorContext<S> context;
    private final SplitDiscovery<S> discovery;
    private final Duration period;
    private final SplitAssignment assignment;
    private final List<S> unassigned;

    /** How many splits each reader that is there was given, by its index. */
    private final Map<Integer, Integer> givenTo = new TreeMap<>();

    private int failuresInARow;

    /** Whether a look has come to its end in this attempt: only then it is known whether there is something to wait for. */
    private boolean looked;

    /** Replaced, never changed: snapshots share it. */
    private SortedSet<String> known;

    /** Another thread reads it. */
    private volatile Look next;

    /**
     * Prepares an enumerator.
     *
     * @param period from the end of one look to the next
     * @param from what is restored, or {@link #startedAt}
     */
    public DiscoveringEnumerator(
            EnumeratorContext<S> context,
            SplitDiscovery<S> discovery,
            Duration period,
            SplitAssignment assignment,
            DiscoveredSplits<S> from) {
        this.context = context;
        this.discovery = discovery;
        this.period = period;
        this.assignment = assignment;
        this.unassigned = new ArrayList<>(from.unassigned());
        this.known = from.known();
        this.next = from.next();
    }

    /** What a job begins with that restores nothing. */
    public static <S extends Split> DiscoveredSplits<S> startedAt(long millis) {
        return new DiscoveredSplits<>(new Look(Occasion.FIRST, millis), new TreeSet<>(), List.of());
    }

    @Override
    public void start() {
        context.callPeriodically(period, () -> discovery.find(next), this::onLooked);
    }

    @Override
    public void onReader(int subtaskIndex) {
        givenTo.put(subtaskIndex, 0);
        giveOut();
    }

    /** There is nothing here that wasn't given out: the reader is told, so that nobody waits for it. */
    @Override
    public void onSplitRequest(int subtaskIndex) {
        if (looked) {
            context.assign(subtaskIndex, List.of());
        }
    }

    @Override
    public void onSplitsReturned(List<S> splits, int subtaskIndex) {
        remember(splits);
        unassigned.addAll(splits);
        giveOut();
    }

    @Override
    public DiscoveredSplits<S> snapshot(long checkpointId) {
        return new DiscoveredSplits<>(next, known, unassigned);
    }

    @Override
    public void close() {}

    private void onLooked(@Nullable Found<S> found, @Nullable Throwable failure) {
        if (found == null) {
            onFailed(failure);
            return;
        }
        failuresInARow = 0;
        forget(found);
        List<S> fresh = new ArrayList<>();
        SortedSet<String> seen = new TreeSet<>(known);
        for (S split : found.splits()) {
            if (seen.add(split.splitId())) {
                fresh.add(split);
            }
        }
        remember(fresh);
        unassigned.addAll(fresh);
        next = new Look(Occasion.LATER, next.startedMillis());
        giveOut();
        if (!looked) {
            looked = true;
            givenTo.forEach(this::tellIfNothingIsThere);
        }
    }

    private void onFailed(@Nullable Throwable failure) {
        failuresInARow++;
        if (failuresInARow > TOLERATED_FAILURES_IN_A_ROW) {
            throw new IllegalStateException(
                    "a look for splits may fail " + TOLERATED_FAILURES_IN_A_ROW + " times in a row: it has "
                            + failuresInARow + " times, last with: " + failure
                            + "; make reachable what the source asks for its splits",
                    failure);
        }
        LOG.warn("a look for splits failed; the next one comes in {}", period, failure);
    }

    /** What isn't given out yet stays known, or a look that is late would find it once more. */
    private void forget(Found<S> found) {
        SortedSet<String> left = new TreeSet<>(known);
        left.removeAll(found.gone());
        unassigned.forEach(split -> left.add(split.splitId()));
        if (left.size() != known.size()) {
            known = left;
        }
    }

    private void remember(List<S> splits) {
        if (!splits.isEmpty()) {
            SortedSet<String> more = new TreeSet<>(known);
            splits.forEach(split -> more.add(split.splitId()));
            known = more;
        }
    }

    private void tellIfNothingIsThere(int reader, int given) {
        if (given == 0) {
            context.assign(reader, List.of());
        }
    }

    /** Once all readers are there, so that each split goes where it should. */
    private void giveOut() {
        if (unassigned.isEmpty() || givenTo.size() < context.parallelism()) {
            return;
        }
        Map<Integer, List<S>> shares = new TreeMap<>();
        for (S split : unassigned) {
            int reader = readerFor(split);
            shares.computeIfAbsent(reader, any -> new ArrayList<>()).add(split);
            givenTo.merge(reader, 1, Integer::sum);
        }
        unassigned.clear();
        shares.forEach(context::assign);
    }

    private int readerFor(S split) {
        if (assignment == SplitAssignment.BY_ID) {
            return KeyGroups.murmur(split.splitId().hashCode()) % context.parallelism();
        }
        int fewest = 0;
        for (int reader = 1; reader < context.parallelism(); reader++) {
            if (givenTo.getOrDefault(reader, 0) < givenTo.getOrDefault(fewest, 0)) {
                fewest = reader;
            }
        }
        return fewest;
    }
}
