package dev.weir.operators.source;

import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.Timestamps;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.SourceReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Emits the indexes of its splits in rising order. While its splits are in step (their positions lie within one stride,
 * which is so from the start on) the lowest position is always the one after the last, so a cursor that goes round finds
 * it; after a rescale splits may be apart, then the lowest is searched until the others are reached.
 */
final class GeneratorReader<T> implements SourceReader<T, GeneratorSplit> {

    private final GeneratorFunction<T> function;
    private final long count;
    private final Pace pace;
    private final ReaderContext context;

    private GeneratorSplit[] splits = {};
    private long[] positions = {};
    private int cursor;
    private boolean inStep;
    private boolean complete;

    /** @param count the first index that isn't emitted any more */
    GeneratorReader(GeneratorFunction<T> function, long count, Pace pace, ReaderContext context) {
        this.function = function;
        this.count = count;
        this.pace = pace;
        this.context = context;
    }

    @Override
    public void open() {}

    @Override
    public void addSplits(List<GeneratorSplit> added) {
        List<GeneratorSplit> all = current();
        all.addAll(added);
        arrange(all);
    }

    @Override
    public void noMoreSplits() {
        complete = true;
    }

    @Override
    public PollResult poll(Output<T> output, int budget) throws Exception {
        if (splits.length == 0) {
            return complete ? PollResult.END : PollResult.IDLE;
        }
        if (!pace.isLimited()) {
            emit(output, budget, count);
            return lowest() < count ? PollResult.MORE : allRead();
        }
        long now = context.nanoTime();
        pace.startWith(firstOfPace(), now);
        emit(output, budget, Math.min(count, pace.firstNotDue(now)));
        long next = lowest();
        if (next >= count) {
            return allRead();
        }
        return next < pace.firstNotDue(now) ? PollResult.MORE : PollResult.idleUntil(pace.dueNanos(next, now));
    }

    @Override
    public List<GeneratorSplit> snapshot(long checkpointId) {
        return current();
    }

    /** The largest index taken since the splits were arranged, since indexes rise. */
    @Override
    public Optional<String> position() {
        return IntStream.range(0, splits.length)
                .filter(i -> positions[i] > splits[i].next())
                .mapToObj(i -> positions[i] - splits[i].stride())
                .max(Comparator.naturalOrder())
                .map(index -> "index " + index);
    }

    @Override
    public void close() {}

    private void emit(Output<T> output, int budget, long limit) throws Exception {
        if (inStep) {
            emitInStep(output, budget, limit);
        } else {
            emitLowest(output, budget, limit);
            arrange(current());
        }
    }

    private void emitInStep(Output<T> output, int budget, long limit) throws Exception {
        long[] next = positions;
        int stride = splits[0].stride();
        int at = cursor;
        for (int left = budget; left > 0 && next[at] < limit; left--) {
            long index = next[at];
            next[at] = index + stride;
            at = at + 1 == next.length ? 0 : at + 1;
            output.emit(generate(index), Timestamps.NONE);
        }
        cursor = at;
    }

    private void emitLowest(Output<T> output, int budget, long limit) throws Exception {
        for (int left = budget; left > 0; left--) {
            cursor = indexOfLowest();
            long index = positions[cursor];
            if (index >= limit) {
                return;
            }
            positions[cursor] = index + splits[cursor].stride();
            output.emit(generate(index), Timestamps.NONE);
        }
    }

    private T generate(long index) throws Exception {
        T record = function.generate(index);
        if (record == null) {
            throw new NullPointerException(
                    "a record is never null: the generator gave null for index " + index + "; filter afterwards");
        }
        return record;
    }

    /** The splits with their positions, without those that are read to their end. */
    private List<GeneratorSplit> current() {
        List<GeneratorSplit> all = new ArrayList<>(splits.length);
        for (int i = 0; i < splits.length; i++) {
            if (positions[i] < count) {
                all.add(splits[i].at(positions[i]));
            }
        }
        return all;
    }

    private void arrange(List<GeneratorSplit> all) {
        all.sort(Comparator.comparingLong(GeneratorSplit::next));
        splits = all.toArray(GeneratorSplit[]::new);
        positions = all.stream().mapToLong(GeneratorSplit::next).toArray();
        cursor = 0;
        inStep = splits.length > 0
                && all.stream().allMatch(split -> split.stride() == splits[0].stride())
                && positions[positions.length - 1] - positions[0] < splits[0].stride();
    }

    private PollResult allRead() {
        arrange(current());
        return complete ? PollResult.END : PollResult.IDLE;
    }

    /** The index that is due when the clock starts: 0 for a fresh start, so that readers share it, else its own next. */
    private long firstOfPace() {
        for (int i = 0; i < splits.length; i++) {
            if (positions[i] != splits[i].number()) {
                return lowest();
            }
        }
        return 0;
    }

    private long lowest() {
        return splits.length == 0 ? count : positions[inStep ? cursor : indexOfLowest()];
    }

    private int indexOfLowest() {
        int lowest = 0;
        for (int i = 1; i < positions.length; i++) {
            if (positions[i] < positions[lowest]) {
                lowest = i;
            }
        }
        return lowest;
    }
}
