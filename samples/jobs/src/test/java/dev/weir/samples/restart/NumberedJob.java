package dev.weir.samples.restart;

import dev.weir.engine.graph.JobArguments;
import dev.weir.operators.StreamEnvironment;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.MapFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.source.GeneratorSource;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts per key: every key's committed lines must be 1, 2, …, n, each once, whatever happened on the way. */
public final class NumberedJob implements StreamJob {

    static final int KEYS = 97;

    @Override
    public void define(StreamEnvironment env, JobArguments args) {
        long records = args.getLong("records", 0);
        env.source("numbers", GeneratorSource.bounded(records, index -> index).ratePerSecond((double)
                        args.getLong("rate", 1)))
                .keyBy(args.get("key", "text").equals("record") ? NumberedJob::cellOf : NumberedJob::textOf)
                .map("count", new Count())
                .sinkTo("lines", new FolderSink(Path.of(args.require("output"))));
    }

    private static Object textOf(Long index) {
        return "key-" + index % KEYS;
    }

    private static Object cellOf(Long index) {
        int number = (int) (index % KEYS);
        return new Cell(number % 2 == 0 ? Suit.EVEN : Suit.ODD, number);
    }

    /** A key whose own hash code differs from JVM to JVM, since an enum's does. */
    record Cell(Suit suit, int number) {}

    enum Suit {
        EVEN,
        ODD
    }

    private static final class Count implements MapFunction<Long, String> {
        private @Nullable ValueState<Long> count;

        @Override
        public void open(RuntimeContext context) {
            count = context.getState(ValueStateDescriptor.of("count", Long.class));
        }

        @Override
        public String map(Long index) {
            ValueState<Long> state = Objects.requireNonNull(count);
            Long before = state.value();
            long now = before == null ? 1 : before + 1;
            state.update(now);
            return "key-" + index % KEYS + " " + now;
        }
    }
}
