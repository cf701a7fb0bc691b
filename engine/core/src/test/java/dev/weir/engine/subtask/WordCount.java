package dev.weir.engine.subtask;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts words; writes down what was called. */
class WordCount extends SingleInputOperator<String, String> {

    final List<String> calls = new ArrayList<>();
    private @Nullable LongState count;
    private @Nullable Output<String> output;

    @Override
    public void open(OperatorContext context, Output<String> chained) throws Exception {
        calls.add("open");
        count = context.keyedState().state(LongStateDescriptor.of("count"));
        output = chained;
    }

    @Override
    public void process(String word, long timestamp) throws Exception {
        long n = Objects.requireNonNull(count).add(1);
        Objects.requireNonNull(output).emit(word + "=" + n, timestamp);
    }

    @Override
    public void close() throws Exception {
        calls.add("close");
    }
}
