package dev.weir.operators.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.operator.Output;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.source.EnumeratorContext;
import dev.weir.engine.source.PollResult;
import dev.weir.engine.source.ReaderContext;
import dev.weir.engine.source.Source;
import dev.weir.engine.source.SourceReader;
import dev.weir.engine.source.SplitEnumerator;
import dev.weir.engine.source.StateCodec;
import dev.weir.operators.StreamJob;
import dev.weir.operators.function.ForEachFunction;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State that belongs to no key in the readers of a source and in a sink. */
class ReaderStateJobTest {

    private static final ListStateDescriptor<String> NOTES = ListStateDescriptor.of("notes", String.class);

    @TempDir
    private Path storage;

    /** How many notes of earlier runs each subtask has found. */
    private final Map<String, Integer> found = new ConcurrentSkipListMap<>();

    private static int sizeOf(ListState<String> notes) {
        return List.copyOf((List<String>) notes.get()).size();
    }

    /** The source of another, whose readers leave a note in each run. */
    private final class Noting implements Source<String, HandSource.Position, Boolean> {

        private final HandSource<String> source;

        Noting(HandSource<String> source) {
            this.source = source;
        }

        @Override
        public Boundedness boundedness() {
            return source.boundedness();
        }

        @Override
        public SplitEnumerator<HandSource.Position, Boolean> createEnumerator(
                EnumeratorContext<HandSource.Position> context, @Nullable Boolean restored) {
            return source.createEnumerator(context, restored);
        }

        @Override
        public SourceReader<String, HandSource.Position> createReader(ReaderContext context) {
            return new Reader(source.createReader(context), context);
        }

        @Override
        public StateCodec<HandSource.Position> splitCodec() {
            return source.splitCodec();
        }

        @Override
        public StateCodec<Boolean> enumeratorCodec() {
            return source.enumeratorCodec();
        }
    }

    private final class Reader implements SourceReader<String, HandSource.Position> {

        private final SourceReader<String, HandSource.Position> reader;
        private final ReaderContext context;

        Reader(SourceReader<String, HandSource.Position> reader, ReaderContext context) {
            this.reader = reader;
            this.context = context;
        }

        @Override
        public void open() throws Exception {
            ListState<String> notes = context.operatorStates().list(NOTES);
            found.put("reader " + context.subtaskIndex(), sizeOf(notes));
            notes.add("read");
            reader.open();
        }

        @Override
        public void addSplits(List<HandSource.Position> splits) throws Exception {
            reader.addSplits(splits);
        }

        @Override
        public void noMoreSplits() throws Exception {
            reader.noMoreSplits();
        }

        @Override
        public PollResult poll(Output<String> output, int budget) throws Exception {
            return reader.poll(output, budget);
        }

        @Override
        public List<HandSource.Position> snapshot(long checkpointId) throws Exception {
            return reader.snapshot(checkpointId);
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }

    /** Leaves a note for each record. */
    private final class Writing implements ForEachFunction<String> {

        private final AtomicInteger written;
        private @Nullable ListState<String> notes;

        Writing(AtomicInteger written) {
            this.written = written;
        }

        @Override
        public void open(RuntimeContext context) {
            notes = context.listState(NOTES);
            found.put("writer " + context.subtaskIndex(), sizeOf(notes));
        }

        @Override
        public void accept(String record) {
            Objects.requireNonNull(notes).add(record);
            written.incrementAndGet();
        }
    }

    private static long lastCheckpoint(JobHandle job) {
        return job.status().lastCheckpoint().map(last -> last.checkpointId()).orElse(0L);
    }

    @Test
    void readersAndSinksFindTheirNotesAtAnotherParallelism() throws Exception {
        HandSource<String> source = new HandSource<>();
        AtomicInteger written = new AtomicInteger();
        StreamJob job = (env, args) ->
                env.source("texts", new Noting(source)).rebalance().forEach("writing", new Writing(written));
        JobSettings settings =
                Jobs.settings("notes").withStorage(storage.toUri().toString());
        source.add("a", "b", "c", "d", "e");
        try (LocalWeir weir = LocalWeir.start()) {
            JobHandle running = Jobs.start(weir, settings, job);
            Awaitility.await().atMost(Jobs.PATIENCE).until(() -> written.get() == 5);
            long before = lastCheckpoint(running);
            Awaitility.await().atMost(Jobs.PATIENCE).until(() -> lastCheckpoint(running) > before + 1);
            Jobs.cancel(running);
        }
        found.clear();
        source.end();
        try (LocalWeir weir = LocalWeir.start()) {
            Jobs.finish(Jobs.goOn(weir, settings.withParallelism(2), job));
        }
        assertThat(found).isEqualTo(Map.of("reader 0", 1, "reader 1", 2, "writer 0", 2, "writer 1", 3));
    }
}
