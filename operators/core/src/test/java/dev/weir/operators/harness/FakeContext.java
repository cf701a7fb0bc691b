package dev.weir.operators.harness;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.operator.ClaimedRun;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.Timestamps;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.operator.OperatorStates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The context of one subtask. Asynchronous work waits until the test runs it, in the test's thread. */
public final class FakeContext implements OperatorContext {

    private final String uid;
    private final int subtaskIndex;
    private final int parallelism;
    private final long attempt;
    private final Map<String, List<byte[]>> restored;
    private final Map<String, Counter> counters = new HashMap<>();
    private final List<Work> pending = new ArrayList<>();
    private final List<Duration> delays = new ArrayList<>();
    private final OperatorStates operatorStates;
    private String lineage = "lineage";
    private @Nullable ClaimedRun claimed;
    private boolean isGone;
    private long nanoTime;

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    public FakeContext(
            String uid, int subtaskIndex, int parallelism, long attempt, Map<String, List<byte[]>> restored) {
        this.uid = uid;
        this.subtaskIndex = subtaskIndex;
        this.parallelism = parallelism;
        this.attempt = attempt;
        this.restored = restored;
        this.operatorStates = new OperatorStates(
                uid, new OperatorStates.Place(subtaskIndex, parallelism), FakeContext.class.getClassLoader(), Map.of());
    }

    public static FakeContext of(String uid) {
        return new FakeContext(uid, 1, 3, 1, Map.of());
    }

    /** Makes it a run that a person started, such as a fork. */
    public FakeContext inLineage(String name) {
        lineage = name;
        return this;
    }

    /** Makes it a run that has claimed the savepoint of another. */
    public FakeContext claiming(ClaimedRun run) {
        claimed = run;
        return this;
    }

    @Override
    public Optional<ClaimedRun> claimedRun() {
        return Optional.ofNullable(claimed);
    }

    public int pendingCalls() {
        return pending.size();
    }

    /** The attempt is gone: work under way still runs, but no handler does. */
    public void abandon() {
        isGone = true;
    }

    /** Sets the monotonic clock. */
    public void setNanoTime(long nanos) {
        nanoTime = nanos;
    }

    /** How long each piece of asynchronous work so far was to wait; here none does. */
    public List<Duration> delays() {
        return List.copyOf(delays);
    }

    /** Runs one piece of asynchronous work and its handler. */
    public void runOne() throws Exception {
        runOne(0);
    }

    /** Runs one piece of those that wait, and its handler. */
    public void runOne(int index) throws Exception {
        pending.remove(index).run();
    }

    /** Runs asynchronous work until there is none. */
    public void runAll() throws Exception {
        while (!pending.isEmpty()) {
            runOne();
        }
    }

    @Override
    public <R> void callAsyncAfter(Duration delay, Callable<R> work, AsyncHandler<R> handler) {
        delays.add(delay);
        pending.add(() -> {
            R result;
            try {
                result = work.call();
            } catch (Exception failure) {
                if (!isGone) {
                    handler.onDone(null, failure);
                }
                return;
            }
            if (!isGone) {
                handler.onDone(result, null);
            }
        });
    }

    @Override
    public String jobName() {
        return "job";
    }

    @Override
    public String lineage() {
        return lineage;
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public String operatorName() {
        return uid;
    }

    @Override
    public int subtaskIndex() {
        return subtaskIndex;
    }

    @Override
    public int parallelism() {
        return parallelism;
    }

    @Override
    public int maxParallelism() {
        return 11;
    }

    @Override
    public long attempt() {
        return attempt;
    }

    @Override
    public KeyedStateBackend keyedState() {
        throw new IllegalStateException("not keyed");
    }

    @Override
    public OperatorTimers timers() {
        throw new IllegalStateException("not keyed");
    }

    @Override
    public OperatorStates operatorStates() {
        return operatorStates;
    }

    @Override
    public List<byte[]> restoredState(String name) {
        return restored.getOrDefault(name, List.of());
    }

    @Override
    public boolean isRestored() {
        return !restored.isEmpty();
    }

    @Override
    public long currentWatermark() {
        return Timestamps.NONE;
    }

    @Override
    public long processingTimeMillis() {
        return 0;
    }

    @Override
    public long nanoTime() {
        return nanoTime;
    }

    @Override
    public <S> Output<S> sideOutput(OutputTag<S> tag) {
        throw new IllegalStateException("no side outputs here: " + tag);
    }

    @Override
    public <T> T copyIfMutable(T element) {
        return element;
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, key -> new Counter());
    }
}
