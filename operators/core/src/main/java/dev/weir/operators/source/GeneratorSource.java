package dev.weir.operators.source;

import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes records out of indexes. The records are the same however many subtasks share the work and however often the job
 * is restarted; each subtask emits rising indexes.
 *
 * <pre>{@code
 * env.source("clicks", GeneratorSource.bounded(10_000_000, Click::ofIndex).ratePerSecond(100_000));
 * }</pre>
 */
public final class GeneratorSource<T> implements Source<T, GeneratorSplit, List<GeneratorSplit>> {

    /** Divides evenly among 1 to 6, 8, 10 and 12 readers. */
    private static final int DEFAULT_SPLITS = 120;

    private static final int MAX_SPLITS = 1 << 16;

    private final GeneratorFunction<T> function;
    private final Boundedness boundedness;
    private final long count;
    private final double ratePerSecond;
    private final int splits;

    private GeneratorSource(
            GeneratorFunction<T> function, Boundedness boundedness, long count, double ratePerSecond, int splits) {
        this.function = function;
        this.boundedness = boundedness;
        this.count = count;
        this.ratePerSecond = ratePerSecond;
        this.splits = splits;
    }

    /**
     * Records for the indexes 0 to {@code count - 1}.
     *
     * @throws IllegalArgumentException for a negative count
     */
    public static <T> GeneratorSource<T> bounded(long count, GeneratorFunction<T> function) {
        if (count < 0) {
            throw new IllegalArgumentException("a generator's count is at least 0: got " + count);
        }
        return of(Boundedness.BOUNDED, count, function);
    }

    /** Records for all indexes from 0, without end. */
    public static <T> GeneratorSource<T> unbounded(GeneratorFunction<T> function) {
        return of(Boundedness.UNBOUNDED, Long.MAX_VALUE, function);
    }

    private static <T> GeneratorSource<T> of(Boundedness boundedness, long count, GeneratorFunction<T> function) {
        if (function == null) {
            throw new NullPointerException("a generator needs a function: function is null");
        }
        return new GeneratorSource<>(function, boundedness, count, Double.POSITIVE_INFINITY, DEFAULT_SPLITS);
    }

    /**
     * Limits the rate of all subtasks together. Index i is due i / rate after the start; what was held up is made up
     * for. After a restart the clock starts anew at the restored positions.
     *
     * @param records per second
     * @throws IllegalArgumentException unless it is a positive number
     */
    public GeneratorSource<T> ratePerSecond(double records) {
        if (!(records > 0) || Double.isInfinite(records)) {
            throw new IllegalArgumentException("a generator's rate is a positive number per second: got " + records);
        }
        return new GeneratorSource<>(function, boundedness, count, records, splits);
    }

    /**
     * How many parts there are to deal out, 120 if this isn't called; no more readers than this have work. Fixed once
     * the job has started: a restored run keeps what it was started with.
     *
     * @throws IllegalArgumentException unless it is in 1..65536
     */
    public GeneratorSource<T> splits(int number) {
        if (number < 1 || number > MAX_SPLITS) {
            throw new IllegalArgumentException("a generator has 1.." + MAX_SPLITS + " splits: got " + number);
        }
        return new GeneratorSource<>(function, boundedness, count, ratePerSecond, number);
    }

    @Override
    public Boundedness boundedness() {
        return boundedness;
    }

    @Override
    public SplitEnumerator<GeneratorSplit, List<GeneratorSplit>> createEnumerator(
            EnumeratorContext<GeneratorSplit> context, @Nullable List<GeneratorSplit> restored) {
        List<GeneratorSplit> toDealOut = restored == null ? allSplits() : restored;
        return new FixedSplitEnumerator<>(context, toDealOut, GeneratorSplit::number);
    }

    @Override
    public SourceReader<T, GeneratorSplit> createReader(ReaderContext context) {
        return new GeneratorReader<>(function, count, new Pace(ratePerSecond), context);
    }

    @Override
    public StateCodec<GeneratorSplit> splitCodec() {
        return GeneratorSplit.CODEC;
    }

    @Override
    public StateCodec<List<GeneratorSplit>> enumeratorCodec() {
        return new SplitListCodec<>(GeneratorSplit.CODEC);
    }

    private List<GeneratorSplit> allSplits() {
        List<GeneratorSplit> all = new ArrayList<>(splits);
        for (int number = 0; number < splits; number++) {
            all.add(new GeneratorSplit(number, splits, number));
        }
        return all;
    }
}
