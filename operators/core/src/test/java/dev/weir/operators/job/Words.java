package dev.weir.operators.job;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.job.Savepoint;
import dev.weir.engine.local.JobHandle;
import dev.weir.engine.local.LocalWeir;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.operators.StreamJob;
import dev.weir.operators.StreamJobs;
import dev.weir.operators.function.Collector;
import dev.weir.operators.function.RuntimeContext;
import dev.weir.operators.process.KeyedProcessFunction;
import dev.weir.operators.sink.CollectedResults;
import dev.weir.snapshot.state.LongState;
import dev.weir.snapshot.state.LongStateDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A job that counts words, its input by hand and its results in memory, and what tests of savepoints do with it. */
final class Words {

    static final String UID = "count";
    static final String STATE = "n";
    static final List<String> HUNDRED =
            IntStream.range(0, 100).mapToObj(i -> "k" + i).toList();

    final HandSource<String> source = new HandSource<>();
    final CollectedResults<String> results = new CollectedResults<>();

    /** How often a function was opened. */
    final AtomicInteger opens = new AtomicInteger();

    /** How many words were counted. */
    final AtomicInteger counted = new AtomicInteger();

    private final Path folder;

    Words(Path folder) {
        this.folder = folder;
    }

    /** Everything in files, and no checkpoint but on request. */
    static JobSettings settings(String jobId) {
        return Jobs.settings(jobId)
                .withCheckpoint(CheckpointSettings.DEFAULT.withInterval(null).withInlineThreshold(0));
    }

    StreamJob job() {
        return job(UID, STATE);
    }

    StreamJob job(String uid, String state) {
        return (env, args) -> env.source("words", source)
                .keyBy(word -> word)
                .process(uid, count(state))
                .collect("results", results);
    }

    KeyedProcessFunction<String, String, String> count(String state) {
        return new Count(state);
    }

    private final class Count extends KeyedProcessFunction<String, String, String> {
        private final String state;
        private @Nullable LongState count;

        Count(String state) {
            this.state = state;
        }

        @Override
        public void open(RuntimeContext context) {
            opens.incrementAndGet();
            count = context.getState(LongStateDescriptor.of(state));
        }

        @Override
        public void processElement(String word, Context context, Collector<String> out) throws Exception {
            counted.incrementAndGet();
            out.collect(word + " #" + Objects.requireNonNull(count).add(1));
        }
    }

    void add(List<String> words) {
        words.forEach(source::add);
    }

    static List<String> counted(List<String> words, long n) {
        return words.stream().map(word -> word + " #" + n).toList();
    }

    /** Takes checkpoints until so many results show. */
    void await(JobHandle job, int records) throws Exception {
        for (int i = 0; i < 1000 && results.size() < records; i++) {
            get(job.checkpoint());
        }
        results.await(records, Jobs.PATIENCE);
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(Jobs.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    String place() {
        return folder.resolve("savepoints").toUri().toString();
    }

    /** Counts each of the hundred words once, and takes a savepoint; the job is canceled then. */
    String savepointOfOneEach(LocalWeir weir, JobSettings settings) throws Exception {
        JobHandle job = Jobs.start(weir, settings, job());
        Jobs.awaitRunning(job);
        add(HUNDRED);
        await(job, HUNDRED.size());
        Savepoint savepoint = get(job.savepoint(place()));
        Jobs.cancel(job);
        return savepoint.uri();
    }

    JobHandle start(LocalWeir weir, JobSettings settings, StartFrom from) {
        return start(weir, settings, from, job());
    }

    JobHandle start(LocalWeir weir, JobSettings settings, StartFrom from, StreamJob job) {
        return weir.submit(StreamJobs.program(job), JobArguments.none(), settings, from);
    }

    /** Sends each of the hundred words once more. */
    void countOnceMore(JobHandle job) throws Exception {
        Jobs.awaitRunning(job);
        int before = results.size();
        add(HUNDRED);
        await(job, before + HUNDRED.size());
    }

    /** What lies below a folder, hidden files too. */
    static Map<String, String> contents(Path below) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(below)) {
            for (Path file : files.toList()) {
                boolean isFile = Files.isRegularFile(file);
                contents.put(
                        below.relativize(file).toString(),
                        isFile ? Arrays.toString(Files.readAllBytes(file)) : "a folder");
            }
        }
        return contents;
    }
}
