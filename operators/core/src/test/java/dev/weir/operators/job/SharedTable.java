package dev.weir.operators.job;

import dev.weir.operators.sink.BatchToken;
import dev.weir.operators.sink.IdempotentTarget;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.WriteAheadTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An outside table that all subtasks write to, past the places of a {@link Crash}. Thread-safe. */
final class SharedTable {

    private record Row(long attempt, String value) {}

    private final List<String> rows = new ArrayList<>();
    private final Set<BatchToken> tokens = new HashSet<>();
    private final Map<String, Row> byKey = new HashMap<>();

    synchronized List<String> rows() {
        return List.copyOf(rows);
    }

    synchronized Map<String, String> valuesByKey() {
        Map<String, String> values = new HashMap<>();
        byKey.forEach((key, row) -> values.put(key, row.value));
        return values;
    }

    synchronized boolean isEmpty() {
        return rows.isEmpty() && byKey.isEmpty();
    }

    private synchronized void insert(BatchToken token, List<String> records) {
        if (!tokens.add(token)) {
            throw new IllegalStateException("there is a batch " + token);
        }
        rows.addAll(records);
    }

    private synchronized boolean has(BatchToken token) {
        return tokens.contains(token);
    }

    private synchronized void upsert(Function<String, String> key, long attempt, List<String> records) {
        for (String element : records) {
            Row now = new Row(attempt, element);
            byKey.merge(key.apply(element), now, (old, other) -> old.attempt > attempt ? old : now);
        }
    }

    WriteAheadTarget<String> batches(Crash crash) {
        return new WriteAheadTarget<>() {
            @Override
            public void open(SinkContext context) throws Exception {
                crash.at(Crash.Phase.SINK_OPEN);
            }

            @Override
            public void write(BatchToken token, List<String> records) throws Exception {
                crash.at(Crash.Phase.BEFORE_COMMIT);
                insert(token, records);
                crash.at(Crash.Phase.AFTER_COMMIT);
            }

            @Override
            public Optional<Boolean> isWritten(BatchToken token) {
                return Optional.of(has(token));
            }
        };
    }

    IdempotentTarget<String> upserts(Function<String, String> key, Crash crash) {
        return new IdempotentTarget<>() {
            private volatile long attempt;

            @Override
            public void open(SinkContext context) throws Exception {
                attempt = context.attempt();
                crash.at(Crash.Phase.SINK_OPEN);
            }

            @Override
            public void upsert(List<String> records) throws Exception {
                crash.at(Crash.Phase.BEFORE_COMMIT);
                SharedTable.this.upsert(key, attempt, records);
                crash.at(Crash.Phase.AFTER_COMMIT);
            }
        };
    }
}
