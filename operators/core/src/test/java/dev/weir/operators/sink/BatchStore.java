package dev.weir.operators.sink;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * An outside system that takes batches, at one stroke each, and survives the job's crashes. It may keep the tokens of what
 * it took: then it refuses a second batch of the same one.
 */
final class BatchStore implements WriteAheadTarget<String> {

    final List<String> rows = new ArrayList<>();
    final List<BatchToken> calls = new ArrayList<>();
    final Set<BatchToken> tokens = new LinkedHashSet<>();
    final List<List<String>> batches = new ArrayList<>();
    BooleanSupplier refuses = () -> false;
    BooleanSupplier losesAnswer = () -> false;
    boolean keepsTokens = true;
    int opened;
    int closed;

    @Override
    public void open(SinkContext context) {
        opened++;
    }

    @Override
    public void write(BatchToken token, List<String> records) {
        calls.add(token);
        if (refuses.getAsBoolean()) {
            throw new IllegalStateException("not now: " + token);
        }
        if (keepsTokens && !tokens.add(token)) {
            throw new IllegalStateException("there is a batch " + token);
        }
        rows.addAll(records);
        batches.add(records);
        if (losesAnswer.getAsBoolean()) {
            throw new IllegalStateException("no answer: " + token);
        }
    }

    @Override
    public Optional<Boolean> isWritten(BatchToken token) {
        return keepsTokens ? Optional.of(tokens.contains(token)) : Optional.empty();
    }

    @Override
    public void close() {
        closed++;
    }
}
