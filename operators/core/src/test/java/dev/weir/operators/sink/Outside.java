package dev.weir.operators.sink;

import dev.weir.engine.source.StateCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A transactional system outside of the job, which survives its crashes. Strict: a commit of a transaction that isn't
 * prepared fails the test. Flushes end when the test says so, or at once.
 */
final class Outside implements TwoPhaseCommitSink<String, String> {

    final Map<TransactionId, List<String>> open = new LinkedHashMap<>();
    final Map<String, List<String>> prepared = new LinkedHashMap<>();
    final Map<String, TransactionId> ids = new LinkedHashMap<>();
    final List<String> visible = new ArrayList<>();
    final List<String> commits = new ArrayList<>();
    final List<String> attemptsToCommit = new ArrayList<>();
    final List<CompletableFuture<String>> flushes = new ArrayList<>();
    final List<Runnable> unfinishedFlushes = new ArrayList<>();
    Predicate<String> commitFails = token -> false;
    Predicate<String> losesAnswer = token -> false;
    boolean isSweepFailing;
    boolean isFlushedAtOnce = true;
    int closedCommitters;
    int sweeps;

    @Override
    public TransactionWriter<String, String> createWriter(SinkContext context) {
        return new Writer();
    }

    @Override
    public TransactionCommitter<String> createCommitter(SinkContext context) {
        return new Committer();
    }

    @Override
    public StateCodec<String> tokenCodec() {
        return new StateCodec<>() {
            @Override
            public byte[] encode(String token) {
                return token.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String decode(byte[] bytes) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
        };
    }

    private final class Writer implements TransactionWriter<String, String> {

        private @Nullable TransactionId current;

        @Override
        public void begin(TransactionId id) {
            current = id;
            open.put(id, new ArrayList<>());
        }

        @Override
        public void write(String element, long timestamp) {
            open.getOrDefault(current, new ArrayList<>()).add(element);
        }

        @Override
        public CompletionStage<String> prepare(long checkpointId) {
            TransactionId id = Objects.requireNonNull(current);
            String token = id.subtask() + "." + id.attempt() + "." + id.number();
            List<String> records = Objects.requireNonNull(open.remove(id));
            prepared.put(token, records);
            ids.put(token, id);
            current = null;
            CompletableFuture<String> flush = new CompletableFuture<>();
            flushes.add(flush);
            if (isFlushedAtOnce) {
                flush.complete(token);
            } else {
                unfinishedFlushes.add(() -> flush.complete(token));
            }
            return flush;
        }

        @Override
        public void close() {
            if (current != null) {
                open.remove(current);
            }
        }
    }

    private final class Committer implements TransactionCommitter<String> {

        @Override
        public void commit(Prepared<String> transaction) throws Exception {
            String token = transaction.token();
            attemptsToCommit.add(token);
            if (commitFails.test(token)) {
                throw new IllegalStateException("not now: " + token);
            }
            List<String> records = prepared.remove(token);
            if (records != null) {
                commits.add(token);
                visible.addAll(records);
            } else if (!commits.contains(token)) {
                throw new TransactionLostException(transaction, "expired outside");
            }
            if (losesAnswer.test(token)) {
                throw new IllegalStateException("no answer: " + token);
            }
        }

        @Override
        public void abortLeftovers(Leftovers leftovers) {
            sweeps++;
            if (isSweepFailing) {
                throw new IllegalStateException("sweep failed");
            }
            open.keySet().removeIf(leftovers::include);
            prepared.keySet().removeIf(token -> leftovers.include(Objects.requireNonNull(ids.get(token))));
        }

        @Override
        public void close() {
            closedCommitters++;
        }
    }
}
