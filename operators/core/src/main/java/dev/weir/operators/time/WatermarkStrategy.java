package dev.weir.operators.time;

import dev.weir.engine.operator.WatermarkEmitter;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Says how records get their timestamps and how watermarks follow from them. Immutable; every split of a source that
 * tells its splits makes a generator of its own from it, else every subtask.
 *
 * <pre>{@code
 * stream.assignTimestampsAndWatermarks("times",
 *         WatermarkStrategy.<Click>boundedOutOfOrderness(Duration.ofSeconds(5))
 *                 .withTimestampAssigner(Click::timeMillis)
 *                 .withIdleness(Duration.ofMinutes(1)));
 * }</pre>
 */
public final class WatermarkStrategy<T> {

    private static final long NEVER = Long.MAX_VALUE;

    private final Supplier<WatermarkGenerator<T>> generators;
    private final Need need;
    private final @Nullable TimestampAssigner<T> assigner;
    private final long idleTimeoutNanos;

    private WatermarkStrategy(
            Supplier<WatermarkGenerator<T>> generators,
            Need need,
            @Nullable TimestampAssigner<T> assigner,
            long idleTimeoutNanos) {
        this.generators = generators;
        this.need = need;
        this.assigner = assigner;
        this.idleTimeoutNanos = idleTimeoutNanos;
    }

    /** Whether records must have a timestamp once they have passed. */
    enum Need {
        TIMESTAMPS,
        NOTHING
    }

    /**
     * For timestamps that never fall within one subtask. The watermark is 1 ms behind the largest, as an equal one may
     * follow.
     *
     * <pre>{@code
     * WatermarkStrategy.<Click>monotonous().withTimestampAssigner(Click::timeMillis)
     * }</pre>
     */
    public static <T> WatermarkStrategy<T> monotonous() {
        return boundedOutOfOrderness(Duration.ZERO);
    }

    /**
     * For records that come at most {@code bound} later than a record with a larger timestamp.
     *
     * <pre>{@code
     * WatermarkStrategy.<Click>boundedOutOfOrderness(Duration.ofSeconds(5)).withTimestampAssigner(Click::timeMillis)
     * }</pre>
     *
     * @param bound whole ms; parts of one count as a full one
     * @throws IllegalArgumentException for a negative bound, or one that long can't hold in ms
     */
    public static <T> WatermarkStrategy<T> boundedOutOfOrderness(Duration bound) {
        long boundMillis = Durations.millis("the out-of-orderness bound", bound);
        return new WatermarkStrategy<>(() -> new BoundedOutOfOrderness<>(boundMillis), Need.TIMESTAMPS, null, NEVER);
    }

    /**
     * For a rule of one's own:
     *
     * <pre>{@code
     * WatermarkStrategy.<Click>by(SentUpTo::new).withTimestampAssigner(Click::timeMillis)
     * }</pre>
     *
     * @param generators asked for each split and subtask; gives a new one each time
     */
    public static <T> WatermarkStrategy<T> by(Supplier<WatermarkGenerator<T>> generators) {
        if (generators == null) {
            throw new NullPointerException("a watermark strategy needs a supplier of generators: got null");
        }
        return new WatermarkStrategy<>(generators, Need.TIMESTAMPS, null, NEVER);
    }

    /**
     * Makes no watermarks: event-time windows and timers fire at the end of the input only.
     *
     * <pre>{@code
     * WatermarkStrategy.<Click>none().withTimestampAssigner(Click::timeMillis)
     * }</pre>
     */
    public static <T> WatermarkStrategy<T> none() {
        return new WatermarkStrategy<>(NoWatermarks::new, Need.NOTHING, null, NEVER);
    }

    /** The same with timestamps taken from the records: {@code withTimestampAssigner(Click::timeMillis)}. */
    public WatermarkStrategy<T> withTimestampAssigner(ToLongFunction<? super T> timestamp) {
        return withTimestampAssigner((record, previous) -> timestamp.applyAsLong(record));
    }

    /**
     * The same with an assigner that also sees the timestamp a record has already: {@code
     * withTimestampAssigner((click, previous) -> click.timeMillis())}. Without an assigner records keep what their source
     * gave them.
     */
    public WatermarkStrategy<T> withTimestampAssigner(TimestampAssigner<T> timestampAssigner) {
        return new WatermarkStrategy<>(generators, need, timestampAssigner, idleTimeoutNanos);
    }

    /**
     * The same, but a split or subtask without records for this long is left out of watermarks until the next record; else
     * a silent partition holds all windows back.
     *
     * <pre>{@code
     * WatermarkStrategy.<Click>monotonous().withIdleness(Duration.ofMinutes(1))
     * }</pre>
     *
     * @throws IllegalArgumentException for a timeout that isn't positive
     */
    public WatermarkStrategy<T> withIdleness(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("the idle timeout must be positive: timeout=" + timeout
                    + "; leave withIdleness out to wait for silent inputs for ever");
        }
        return new WatermarkStrategy<>(generators, need, assigner, Durations.saturatedNanos(timeout));
    }

    /** The operator that does it; a {@link WatermarkEmitter}. A new one per subtask. */
    public TimestampsAndWatermarksOperator<T> newOperator() {
        return new TimestampsAndWatermarksOperator<>(new Rules(), need, assigner);
    }

    /** What each split, or a subtask as one, is given of its own. */
    final class Rules {

        WatermarkGenerator<T> newGenerator() {
            return generators.get();
        }

        /** Null where silence is waited out for ever. */
        @Nullable
        IdleClock newIdleClock() {
            return idleTimeoutNanos == NEVER ? null : new IdleClock(idleTimeoutNanos);
        }
    }
}
