package dev.weir.operators.sink.file;

import dev.weir.engine.source.StateCodec;
import dev.weir.operators.sink.SinkContext;
import dev.weir.operators.sink.TransactionCommitter;
import dev.weir.operators.sink.TransactionWriter;
import dev.weir.operators.sink.TwoPhaseCommitSink;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes records into files of a folder, exactly once: a file appears whole, with the completed checkpoint that follows
 * its last record, and is never changed afterwards.
 *
 * <pre>{@code
 * stream.sinkTo("words", FileSink.lines(Path.of("out")));
 *
 * stream.sinkTo("orders", FileSink.of(Path.of("orders"), Order::writeTo)
 *     .bucketBy(BucketAssigner.byEventTime("yyyy-MM-dd", ZoneOffset.UTC))
 *     .roll(RollingPolicy.DEFAULT.acrossCheckpoints().withSizeBytes(1 << 30))
 *     .partNames("orders-", ".csv"));
 * }</pre>
 *
 * <p>A part, the content of one file, is written by one subtask under a hidden name, in the folder {@code .weir-parts};
 * closed as its {@link RollingPolicy} says; and named in its bucket when a checkpoint that knows it as closed is complete.
 * All subtasks write to the same folder, so in a cluster it is on a shared file system. Immutable: each method that sets
 * something gives a new sink.
 */
public final class FileSink<T> implements TwoPhaseCommitSink<T, PreparedParts> {

    private final FileSinkSettings<T> settings;

    private FileSink(FileSinkSettings<T> settings) {
        this.settings = settings;
    }

    /** Each record is a line: UTF-8, ended by {@code \n}. A record that holds line ends makes several lines. */
    public static FileSink<String> lines(Path folder) {
        return of(folder, (line, out) -> {
            out.writeUtf8(line);
            out.writeByte('\n');
        });
    }

    /**
     * Records as an encoder writes them.
     *
     * @param folder created where it is missing, when the job starts
     */
    public static <T> FileSink<T> of(Path folder, Encoder<T> encoder) {
        return new FileSink<>(FileSinkSettings.of(folder, encoder));
    }

    /** Spreads the records over folders in the folder; {@link BucketAssigner#single()} is the default. */
    public FileSink<T> bucketBy(BucketAssigner<T> buckets) {
        return new FileSink<>(settings.withBuckets(buckets));
    }

    /** When parts are closed; {@link RollingPolicy#DEFAULT} is the default. */
    public FileSink<T> roll(RollingPolicy rolling) {
        return new FileSink<>(settings.withRolling(rolling));
    }

    /**
     * What the names of committed files start and end with; {@code part-} and nothing by default.
     *
     * @throws IllegalArgumentException where a reader would leave such files out, or a file can't be called so
     */
    public FileSink<T> partNames(String prefix, String suffix) {
        return new FileSink<>(settings.withNames(prefix, suffix));
    }

    /** What happens when a part was committed with more than a restored checkpoint knows; refused by default. */
    public FileSink<T> whenCheckpointIsOlder(OlderCheckpoint older) {
        return new FileSink<>(settings.withOlder(older));
    }

    /** What it means when a part is gone that a restored checkpoint wants committed; lost by default. */
    public FileSink<T> whenPartIsMissing(MissingParts missing) {
        return new FileSink<>(settings.withMissing(missing));
    }

    /** @throws IOException where the folder can't be written, before the first record */
    @Override
    public TransactionWriter<T, PreparedParts> createWriter(SinkContext context) throws IOException {
        return PartWriter.open(settings, context);
    }

    @Override
    public TransactionCommitter<PreparedParts> createCommitter(SinkContext context) {
        return new PartCommitter(settings, context);
    }

    @Override
    public StateCodec<PreparedParts> tokenCodec() {
        return new PreparedPartsCodec();
    }
}
