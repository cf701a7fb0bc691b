package dev.weir.operators.source;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Deals out splits that are all known at the start. Each goes to the reader that owns it as soon as that reader is
 * there; its state is the splits not given out. So every split is, at any time, either here or with exactly one reader.
 */
public final class FixedSplitEnumerator<S extends Split> implements SplitEnumerator<S, List<S>> {

    private final EnumeratorContext<S> context;
    private final ToIntFunction<S> ordinal;
    private final List<S> unassigned;
    private final Set<Integer> readers = new TreeSet<>();

    /**
     * @param splits those not given out yet
     * @param ordinal a number that spreads the splits over the readers, from 0
     */
    public FixedSplitEnumerator(EnumeratorContext<S> context, List<S> splits, ToIntFunction<S> ordinal) {
        this.context = context;
        this.ordinal = ordinal;
        this.unassigned = new ArrayList<>(splits);
    }

    @Override
    public void start() {}

    @Override
    public void onReader(int subtaskIndex) {
        readers.add(subtaskIndex);
        handOut(subtaskIndex);
    }

    @Override
    public void onSplitRequest(int subtaskIndex) {
        handOut(subtaskIndex);
    }

    @Override
    public void onSplitsReturned(List<S> splits, int subtaskIndex) {
        unassigned.addAll(splits);
        for (int reader : readers) {
            if (ownsAny(reader)) {
                handOut(reader);
            }
        }
    }

    @Override
    public List<S> snapshot(long checkpointId) {
        return List.copyOf(unassigned);
    }

    @Override
    public void close() {}

    private void handOut(int reader) {
        List<S> own = new ArrayList<>();
        for (Iterator<S> splits = unassigned.iterator(); splits.hasNext(); ) {
            S split = splits.next();
            if (ownerOf(split) == reader) {
                own.add(split);
                splits.remove();
            }
        }
        if (!own.isEmpty()) {
            context.assign(reader, own);
        }
        context.noMoreSplits(reader);
    }

    private boolean ownsAny(int reader) {
        return unassigned.stream().anyMatch(split -> ownerOf(split) == reader);
    }

    private int ownerOf(S split) {
        return ordinal.applyAsInt(split) % context.parallelism();
    }
}
