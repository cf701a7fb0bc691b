package dev.weir.engine.subtask;

import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.SingleInputOperator;
import java.util.ArrayList;
import java.util.List;

/** The end of a chain: keeps what it gets. */
class Recorder extends SingleInputOperator<String, Object> {

    final List<String> got = new ArrayList<>();
    final List<String> calls = new ArrayList<>();

    @Override
    public void open(OperatorContext context, Output<Object> output) throws Exception {
        calls.add("open");
    }

    @Override
    public void process(String record, long timestamp) throws Exception {
        got.add(record);
    }

    @Override
    public void close() throws Exception {
        calls.add("close");
    }
}
