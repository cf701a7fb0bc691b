package dev.weir.operators.harness;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.operator.Input;
import dev.weir.engine.operator.Operator;
import dev.weir.engine.operator.OperatorContext;
import dev.weir.engine.operator.OperatorTimers;
import dev.weir.engine.operator.Output;
import dev.weir.engine.operator.OutputTag;
import dev.weir.engine.operator.TimerHandler;
import dev.weir.engine.operator.Timestamps;
import dev.weir.snapshot.backend.HeapStateBackend;
import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.keygroup.StableHash;
import dev.weir.snapshot.operator.OperatorStates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One operator with one keyed input, as one subtask of several. Watermarks fire timers in order before they reach the
 * operator, and become current when all of them have fired. A restored harness starts from the smallest watermark it
 * inherits.
 */
public final class OperatorHarness<IN, OUT> implements OperatorContext {

    /** What a harness looks like to the next attempt. */
    public record Snapshot(StoredState state, long watermark) {}

    /** A record that left the operator. */
    public record Emitted<T>(T record, long timestamp) {}

    /** Which subtask of how many. */
    public record Place(int index, int parallelism, int maxParallelism) {
        public static final Place ONLY = new Place(0, 1, 7);

        /** Whether a key belongs to this subtask. */
        public boolean owns(Object key) {
            int group = KeyGroups.keyGroupOf(key.hashCode(), maxParallelism);
            return KeyGroups.subtaskOf(group, parallelism, maxParallelism) == index;
        }
    }

    private final Operator<OUT> operator;
    private final Function<IN, Object> key;
    private final Place place;
    private final List<Emitted<OUT>> emitted = new ArrayList<>();
    private final Map<String, List<Object>> sideOutputs = new HashMap<>();
    private final Map<String, Counter> counters = new HashMap<>();
    private final HeapStateBackend backend;
    private final OperatorTimers timers;
    private final boolean restored;
    private long watermark = Timestamps.NONE;
    private long processingTimeMillis;
    private int copies;

    private OperatorHarness(
            Operator<OUT> operator, Function<IN, Object> key, Place place, @Nullable List<Snapshot> snapshots) {
        this.operator = operator;
        this.key = key;
        this.place = place;
        this.restored = snapshots != null;
        KeyGroupRange range = KeyGroups.rangeOf(place.index, place.parallelism, place.maxParallelism);
        List<StoredState> stored = snapshots == null
                ? List.of()
                : snapshots.stream().map(Snapshot::state).toList();
        this.backend = new HeapStateBackend(range, place.maxParallelism, StoredState.cut(stored, range));
        this.timers = new OperatorTimers(backend.timers("event"), backend.timers("processing"));
        if (snapshots != null) {
            watermark = snapshots.stream().mapToLong(Snapshot::watermark).min().orElse(Timestamps.NONE);
        }
    }

    /** A fresh subtask, the only one. */
    public static <IN, OUT> OperatorHarness<IN, OUT> open(Operator<OUT> operator, Function<IN, Object> key)
            throws Exception {
        return open(operator, key, Place.ONLY);
    }

    /** A fresh subtask. */
    public static <IN, OUT> OperatorHarness<IN, OUT> open(Operator<OUT> operator, Function<IN, Object> key, Place place)
            throws Exception {
        return new OperatorHarness<IN, OUT>(operator, key, place, null).opened();
    }

    /** A subtask restored from the snapshots of all subtasks before. */
    public static <IN, OUT> OperatorHarness<IN, OUT> restore(
            Operator<OUT> operator, Function<IN, Object> key, Place place, List<Snapshot> snapshots) throws Exception {
        return new OperatorHarness<IN, OUT>(operator, key, place, snapshots).opened();
    }

    /** The same operator made anew and restored from this one's snapshot. */
    public OperatorHarness<IN, OUT> crashAndRestore(Supplier<? extends Operator<OUT>> anew) throws Exception {
        return restore(anew.get(), key, place, List.of(snapshot()));
    }

    private OperatorHarness<IN, OUT> opened() throws Exception {
        operator.open(this, (record, timestamp) -> emitted.add(new Emitted<>(record, timestamp)));
        return this;
    }

    @SuppressWarnings("unchecked") // the harness is made for the operator's input type
    public void process(IN record, long timestamp) throws Exception {
        Object current = key.apply(record);
        int hash = KeyGroups.murmur(StableHash.hashOf(current));
        backend.setCurrentKey(current, hash, hash % place.maxParallelism);
        ((Input<IN>) operator.input(0)).process(record, timestamp);
    }

    /**
     * Advances event time.
     *
     * @return the watermark that the operator passes on
     */
    public long watermark(long to) throws Exception {
        while (timers.eventTime().pollDue(to)) {
            handler()
                    .onEventTimer(
                            timers.eventTime().polledNamespace(),
                            timers.eventTime().polledTimestamp());
        }
        watermark = to;
        return operator.onWatermark(to);
    }

    public void processingTime(long millis) throws Exception {
        processingTimeMillis = millis;
        while (timers.processingTime().pollDue(millis)) {
            handler()
                    .onProcessingTimer(
                            timers.processingTime().polledNamespace(),
                            timers.processingTime().polledTimestamp());
        }
    }

    private TimerHandler handler() {
        return (TimerHandler) operator;
    }

    public Snapshot snapshot() throws IOException {
        return new Snapshot(StoredState.of(backend), watermark);
    }

    public void close() throws Exception {
        operator.close();
    }

    /** The records emitted since the last call. */
    public List<OUT> take() {
        List<OUT> records = emitted.stream().map(Emitted::record).toList();
        emitted.clear();
        return records;
    }

    /** The records emitted since the last call, with their timestamps. */
    public List<Emitted<OUT>> takeStamped() {
        List<Emitted<OUT>> all = List.copyOf(emitted);
        emitted.clear();
        return all;
    }

    public List<Object> side(OutputTag<?> tag) {
        return sideOutputs.getOrDefault(tag.name(), List.of());
    }

    public long count(String counter) {
        return counter(counter).count();
    }

    /** How many entries all states hold. */
    public long entries() {
        return backend.entryCount();
    }

    public int timersSet() {
        return timers.eventTime().size() + timers.processingTime().size();
    }

    /** How often the operator asked for a copy. */
    public int copies() {
        return copies;
    }

    @Override
    public String jobName() {
        return "test";
    }

    @Override
    public String lineage() {
        return "lineage-1";
    }

    @Override
    public String uid() {
        return "windows";
    }

    @Override
    public String operatorName() {
        return "windows";
    }

    @Override
    public int subtaskIndex() {
        return place.index;
    }

    @Override
    public int parallelism() {
        return place.parallelism;
    }

    @Override
    public int maxParallelism() {
        return place.maxParallelism;
    }

    @Override
    public long attempt() {
        return 1;
    }

    @Override
    public KeyedStateBackend keyedState() {
        return backend;
    }

    @Override
    public OperatorTimers timers() {
        return timers;
    }

    @Override
    public OperatorStates operatorStates() {
        return new OperatorStates(
                uid(),
                new OperatorStates.Place(place.index, place.parallelism),
                OperatorHarness.class.getClassLoader(),
                Map.of());
    }

    @Override
    public List<byte[]> restoredState(String name) {
        return List.of();
    }

    @Override
    public boolean isRestored() {
        return restored;
    }

    @Override
    public long currentWatermark() {
        return watermark;
    }

    @Override
    public long processingTimeMillis() {
        return processingTimeMillis;
    }

    @Override
    public long nanoTime() {
        return processingTimeMillis * 1_000_000;
    }

    @Override
    public <S> Output<S> sideOutput(OutputTag<S> tag) {
        List<Object> records = sideOutputs.computeIfAbsent(tag.name(), any -> new ArrayList<>());
        return (record, timestamp) -> records.add(record);
    }

    @Override
    @SuppressWarnings("unchecked") // a copy has the class of what it is a copy of
    public <T> T copyIfMutable(T record) {
        copies++;
        return (T) Objects.requireNonNull(Copiers.copy(record));
    }

    @Override
    public <R> void callAsyncAfter(Duration delay, Callable<R> work, AsyncHandler<R> handler) {
        throw new UnsupportedOperationException("no operator here is asynchronous");
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, any -> new Counter());
    }
}
