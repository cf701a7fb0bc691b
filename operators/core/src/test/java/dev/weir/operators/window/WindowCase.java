package dev.weir.operators.window;

import dev.weir.engine.graph.Partitioning.KeyExtractor;
import dev.weir.engine.graph.Partitioning.LongKey;
import dev.weir.engine.graph.Partitioning.ObjectKey;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.ReduceFunction;
import dev.weir.snapshot.state.TypeHint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One kind of window over {@link Measure}s with one kind of key, and what brute force says of it. */
final class WindowCase {

    private static final List<LongFold> FOLDS = List.of(LongFold.values());

    /** Whether senders aggregate before. */
    enum Before {
        NEVER,
        ALWAYS,
        /** Decided anew by each sender that starts. */
        SOMETIMES
    }

    /** A key that is a record. */
    record Pair(String name, int number) {}

    /** A mutable accumulator. */
    static final class Stats {
        long sum;
        long count;
    }

    private static final class StatsFunction implements AggregateFunction<Object, Stats, String> {
        @Override
        public Stats createAccumulator() {
            return new Stats();
        }

        @Override
        public Stats add(Object measure, Stats stats) {
            stats.sum += valueOf(measure);
            stats.count++;
            return stats;
        }

        @Override
        public String getResult(Stats stats) {
            return stats.sum + "/" + stats.count;
        }

        @Override
        public Stats merge(Stats left, Stats right) {
            left.sum += right.sum;
            left.count += right.count;
            return left;
        }
    }

    private static final ReduceFunction<Object> ADD = (left, right) -> {
        Measure first = (Measure) left;
        return new Measure(
                first.key(), first.value() + valueOf(right), Math.max(first.time(), ((Measure) right).time()));
    };

    private final TumblingEventTimeWindows windows;
    private final WindowOperators<Object> operators;
    private final int kind;
    private final int keyKind;
    private final Before before;
    private final PartialLimits limits;

    WindowCase(Random random, Before before) {
        long size = 1L + random.nextInt(20);
        long offset = random.nextInt((int) (2 * size - 1)) - (size - 1);
        this.windows = TumblingEventTimeWindows.of(Duration.ofMillis(size), Duration.ofMillis(offset));
        this.operators = new WindowOperators<>(windows, Lateness.none());
        this.kind = random.nextInt(5);
        this.keyKind = random.nextInt(4);
        this.limits = new PartialLimits(1 + random.nextInt(12), 1 + random.nextInt(20));
        this.before = before;
    }

    /** The key with a number. */
    Object key(int number) {
        int few = number % 9;
        return switch (keyKind) {
            case 0, 1 -> (Object) (few * 7_777_777_777L);
            case 2 -> "key-" + few;
            default -> new Pair("key", few);
        };
    }

    KeyExtractor keys() {
        if (keyKind == 0) {
            LongKey longs = record -> (Long) ((Measure) record).key();
            return longs;
        }
        ObjectKey objects = record -> ((Measure) record).key();
        return objects;
    }

    private static long valueOf(Object measure) {
        return ((Measure) measure).value();
    }

    /** An operator that aggregates before, or none. */
    @Nullable
    SingleInputOperator<Object, Object> before(Random random) {
        boolean none = before == Before.NEVER || (before == Before.SOMETIMES && random.nextBoolean());
        if (none) {
            return null;
        }
        return switch (kind) {
            case 0, 1, 2 -> new LongPreAggregate<>(windows, keys(), limits, WindowCase::valueOf, FOLDS.get(kind));
            case 3 -> new ObjectPreAggregate<>(windows, keys(), limits, PartialFold.of(new StatsFunction()));
            default -> new ObjectPreAggregate<>(windows, keys(), limits, PartialFold.of(ADD));
        };
    }

    WindowOperator<Object, ?, String> windows() {
        return switch (kind) {
            case 0, 1, 2 -> operators.fold(WindowCase::valueOf, FOLDS.get(kind), WindowCase::say);
            case 3 -> operators.aggregate(new StatsFunction(), TypeHint.of(Stats.class), WindowCase::say);
            default ->
                operators.reduce(
                        ADD,
                        TypeHint.of(Object.class),
                        (Object key, TimeWindow window, Object sum) -> say(key, window, valueOf(sum)));
        };
    }

    private static String say(Object key, TimeWindow window, Object result) {
        return key + " " + window + "=" + result;
    }

    /** What windows say in the end, by brute force: each script by its own watermark, which decides what is late. */
    ShuffleWorld.Outcome expected(List<SenderScript> scripts) {
        TreeMap<String, List<Long>> contents = new TreeMap<>();
        long late = 0;
        for (SenderScript script : scripts) {
            long watermark = Long.MIN_VALUE;
            for (SenderScript.Step step : script.steps()) {
                if (step instanceof SenderScript.Step.Mark mark) {
                    watermark = mark.watermark();
                } else if (step instanceof SenderScript.Step.Send send) {
                    Measure measure = send.measure();
                    TimeWindow window = windows.windowOf(measure.time());
                    if (window.maxTimestamp() <= watermark) {
                        late++;
                    } else {
                        contents.computeIfAbsent(measure.key() + " " + window, any -> new ArrayList<>())
                                .add(measure.value());
                    }
                }
            }
        }
        List<String> said = new ArrayList<>();
        contents.forEach((place, values) -> said.add(place + "=" + resultOf(values)));
        return new ShuffleWorld.Outcome(said.stream().sorted().toList(), late, 0);
    }

    private Object resultOf(List<Long> values) {
        long sum = values.stream().mapToLong(Long::longValue).sum();
        return switch (kind) {
            case 1 -> values.stream().mapToLong(Long::longValue).min().orElseThrow();
            case 2 -> values.stream().mapToLong(Long::longValue).max().orElseThrow();
            case 3 -> sum + "/" + values.size();
            default -> sum;
        };
    }
}
