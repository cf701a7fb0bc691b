package dev.weir.operators.sink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Takes the results of a job into memory, exactly once: a record shows when a checkpoint that was taken after it is
 * complete, so about one checkpoint interval late, and all of them show when a bounded job has finished. Created outside
 * of {@code define} and captured by it:
 *
 * <pre>{@code
 * CollectedResults<Long> results = new CollectedResults<>();
 * JobProgram job = StreamJobs.program((env, args) -> env.generate("n", 3, n -> n * n).collect("squares", results));
 * // run it, then:
 * results.list(); // [0, 1, 4], in an order that depends on the parallelism
 * }</pre>
 *
 * <p>For tests and small embedded jobs: everything stays in this JVM's memory. Any thread may use it. What several runs
 * collect is added up.
 */
public final class CollectedResults<T> {

    private final Map<TransactionId, List<T>> prepared = new HashMap<>();
    private final Set<TransactionId> committed = new HashSet<>();
    private final List<T> visible = new ArrayList<>();

    /** What is visible now: records of one subtask in their order, those of several interleaved. */
    public synchronized List<T> list() {
        return List.copyOf(visible);
    }

    /** How many records are visible now. */
    public synchronized int size() {
        return visible.size();
    }

    /**
     * Waits until at least so many records are visible, and returns all that are.
     *
     * @throws TimeoutException where there are fewer after {@code timeout}, with the number
     */
    public synchronized List<T> await(int records, Duration timeout) throws InterruptedException, TimeoutException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (visible.size() < records) {
            long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                throw new TimeoutException("waited " + timeout + " for " + records + " results: got " + visible.size());
            }
            wait(leftMillis);
        }
        return List.copyOf(visible);
    }

    synchronized void prepare(TransactionId id, List<T> records) {
        prepared.put(id, records);
    }

    synchronized void commit(Prepared<Integer> transaction) throws TransactionLostException {
        TransactionId id = transaction.id();
        List<T> records = prepared.remove(id);
        if (records != null) {
            committed.add(id);
            visible.addAll(records);
            notifyAll();
        } else if (!committed.contains(id)) {
            throw new TransactionLostException(
                    transaction,
                    "its " + transaction.token() + " records were collected into the memory of another process, or into"
                            + " another CollectedResults; use a sink that outlives the process");
        }
    }

    synchronized void abort(Leftovers leftovers) {
        prepared.keySet().removeIf(leftovers::include);
    }
}
