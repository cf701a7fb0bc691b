package dev.weir.operators.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** An outside table with a row per key, which survives the job's crashes; a row knows the attempt that wrote it. */
final class UpsertStore {

    private record Row(long attempt, String value) {}

    private final Map<String, Row> rows = new HashMap<>();
    final List<List<String>> batches = new ArrayList<>();
    BooleanSupplier refuses = () -> false;
    BooleanSupplier losesAnswer = () -> false;
    int closed;

    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        rows.forEach((key, row) -> values.put(key, row.value));
        return values;
    }

    /** The number of the key's record; -1 where there is none. */
    int number(String key) {
        Row row = rows.get(key);
        return row == null ? -1 : SinkWorld.numberOf(row.value);
    }

    private void upsert(long attempt, List<String> records) {
        if (refuses.getAsBoolean()) {
            throw new IllegalStateException("not now");
        }
        batches.add(records);
        for (String element : records) {
            Row now = new Row(attempt, element);
            rows.merge(SinkWorld.keyOf(element), now, (old, other) -> old.attempt > attempt ? old : now);
        }
        if (losesAnswer.getAsBoolean()) {
            throw new IllegalStateException("no answer");
        }
    }

    /** One subtask's. */
    static final class Connection implements IdempotentTarget<String> {

        private final UpsertStore store;
        private long attempt;

        Connection(UpsertStore store) {
            this.store = store;
        }

        @Override
        public void open(SinkContext context) {
            attempt = context.attempt();
        }

        @Override
        public void upsert(List<String> records) {
            store.upsert(attempt, records);
        }

        @Override
        public void close() {
            store.closed++;
        }
    }
}
