package dev.weir.operators.harness;

import dev.weir.engine.operator.Output;
import java.util.ArrayList;
import java.util.List;

/** Remembers what is emitted. */
public final class RecordedOutput<T> implements Output<T> {

    private final List<T> records = new ArrayList<>();
    private final List<Long> timestamps = new ArrayList<>();

    @Override
    public void emit(T element, long timestamp) {
        records.add(element);
        timestamps.add(timestamp);
    }

    public List<T> records() {
        return records;
    }

    public List<Long> timestamps() {
        return timestamps;
    }
}
