package dev.weir.operators.harness;

import dev.weir.engine.operator.AsyncHandler;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.Split;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.snapshot.operator.OperatorStates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Runs a source's enumerator and readers in one thread, with a clock that the test sets; asynchronous work at once. */
public final class SourceWorld<T, S extends Split, E> {

    /** What a checkpoint of a source holds, encoded. */
    public record Checkpoint(List<byte[]> enumerator, List<byte[]> splits) {}

    private final Source<T, S, E> source;
    private final SplitEnumerator<S, E> enumerator;
    private final List<SourceReader<T, S>> readers = new ArrayList<>();
    private final List<RecordedOutput<T>> outputs = new ArrayList<>();
    private final List<PollResult> lastResults = new ArrayList<>();
    private final List<Runnable> periodicCalls = new ArrayList<>();
    private long nowNanos = 1_000;

    private SourceWorld(Source<T, S, E> source, int parallelism, @Nullable Checkpoint restored) throws Exception {
        this.source = source;
        Assignments context = new Assignments(parallelism);
        E state = restored == null ? null : source.enumeratorCodec().decode(restored.enumerator.get(0));
        enumerator = source.createEnumerator(context, state);
        for (int i = 0; i < parallelism; i++) {
            readers.add(source.createReader(new Reader(i, parallelism)));
            outputs.add(new RecordedOutput<>());
            lastResults.add(PollResult.MORE);
            readers.get(i).open();
        }
        if (restored != null) {
            for (int i = 0; i < restored.splits.size(); i++) {
                S split = source.splitCodec().decode(restored.splits.get(i));
                readers.get(i % parallelism).addSplits(List.of(split));
            }
        }
        enumerator.start();
        for (int i = 0; i < parallelism; i++) {
            enumerator.onReader(i);
        }
    }

    public static <T, S extends Split, E> SourceWorld<T, S, E> start(Source<T, S, E> source, int parallelism)
            throws Exception {
        return new SourceWorld<>(source, parallelism, null);
    }

    public static <T, S extends Split, E> SourceWorld<T, S, E> restore(
            Source<T, S, E> source, int parallelism, Checkpoint from) throws Exception {
        return new SourceWorld<>(source, parallelism, from);
    }

    public PollResult poll(int reader, int budget) throws Exception {
        PollResult result = readers.get(reader).poll(outputs.get(reader), budget);
        lastResults.set(reader, result);
        return result;
    }

    /** Polls the readers in turn until all have ended; the source must be bounded and not limited. */
    public void runToEnd() throws Exception {
        while (lastResults.stream().anyMatch(result -> result != PollResult.END)) {
            for (int i = 0; i < readers.size(); i++) {
                poll(i, 7);
            }
        }
    }

    public Checkpoint checkpoint() throws Exception {
        byte[] state = source.enumeratorCodec().encode(enumerator.snapshot(1));
        List<byte[]> splits = new ArrayList<>();
        for (SourceReader<T, S> reader : readers) {
            for (S split : reader.snapshot(1)) {
                splits.add(source.splitCodec().encode(split));
            }
        }
        return new Checkpoint(List.of(state), splits);
    }

    /** Makes the enumerator's periodic calls once more; the first time was at its start. */
    public void repeatPeriodicCalls() {
        periodicCalls.forEach(Runnable::run);
    }

    /** Polls the readers in turn until none has anything to do, without an end too. */
    public void runUntilIdle() throws Exception {
        boolean worked = true;
        while (worked) {
            worked = false;
            for (int i = 0; i < readers.size(); i++) {
                worked |= poll(i, 7) == PollResult.MORE;
            }
        }
    }

    public void close() throws Exception {
        for (SourceReader<T, S> reader : readers) {
            reader.close();
        }
        enumerator.close();
    }

    public void advanceTo(long nanos) {
        nowNanos = nanos;
    }

    public long nowNanos() {
        return nowNanos;
    }

    public int parallelism() {
        return readers.size();
    }

    /** What one reader emitted. */
    public List<T> emittedBy(int reader) {
        return outputs.get(reader).records();
    }

    /** Where a reader's last record came from. */
    public Optional<String> position(int reader) {
        return readers.get(reader).position();
    }

    /** What all readers emitted. */
    public List<T> emitted() {
        List<T> all = new ArrayList<>();
        outputs.forEach(output -> all.addAll(output.records()));
        return all;
    }

    private final class Reader implements ReaderContext {
        private final int index;
        private final int parallelism;

        Reader(int index, int parallelism) {
            this.index = index;
            this.parallelism = parallelism;
        }

        @Override
        public int subtaskIndex() {
            return index;
        }

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public void requestSplit() {
            try {
                enumerator.onSplitRequest(index);
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public OperatorStates operatorStates() {
            return new OperatorStates(
                    "source",
                    new OperatorStates.Place(index, parallelism),
                    SourceWorld.class.getClassLoader(),
                    Map.of());
        }

        @Override
        public Runnable waker() {
            return () -> {};
        }

        @Override
        public long nanoTime() {
            return nowNanos;
        }

        @Override
        public long processingTimeMillis() {
            return nowNanos / 1_000_000;
        }
    }

    private final class Assignments implements EnumeratorContext<S> {
        private final int parallelism;

        Assignments(int parallelism) {
            this.parallelism = parallelism;
        }

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public void assign(int subtaskIndex, List<S> splits) {
            if (splits.isEmpty()) {
                return;
            }
            try {
                readers.get(subtaskIndex).addSplits(splits);
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public void noMoreSplits(int subtaskIndex) {
            try {
                readers.get(subtaskIndex).noMoreSplits();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public <R> void callAsync(Callable<R> work, AsyncHandler<R> handler) {
            R result;
            try {
                result = work.call();
            } catch (Exception failure) {
                deliver(handler, null, failure);
                return;
            }
            deliver(handler, result, null);
        }

        @Override
        public <R> void callPeriodically(Duration period, Callable<R> work, AsyncHandler<R> handler) {
            periodicCalls.add(() -> callAsync(work, handler));
            callAsync(work, handler);
        }

        private <R> void deliver(AsyncHandler<R> handler, @Nullable R result, @Nullable Exception failure) {
            try {
                handler.onDone(result, failure);
            } catch (RuntimeException thrown) {
                throw thrown;
            } catch (Exception thrown) {
                throw new IllegalStateException(thrown);
            }
        }
    }
}
