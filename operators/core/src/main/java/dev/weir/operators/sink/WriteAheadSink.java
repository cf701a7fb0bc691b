package dev.weir.operators.sink;

import dev.weir.snapshot.state.TypeHint;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A sink for outside systems without transactions that can be prepared. Records are held in the sink's state and written
 * when their checkpoint is complete: so what a crash discards was never written, and results show about one checkpoint
 * interval late.
 *
 * <pre>{@code
 * orders.sinkTo("orders", WriteAheadSink.of(Order.class, new OrdersTable(url)));
 *
 * orders.sinkTo("orders", WriteAheadSink.of(Order.class, new OrdersTable(url))
 *     .withBatchRecords(500)
 *     .withMemory(32L << 20, 1L << 30)
 *     .withSpillFolder(Path.of("/var/spill")));
 * }</pre>
 *
 * <p>What it promises: every record of a completed checkpoint is written, none of any other is; those of a subtask are
 * written in the order they came, and those of a key too, also after a restart at another parallelism. Each batch is
 * written once, unless its confirmation is lost: confirmed is what the next completed checkpoint no longer holds, so after
 * a crash, and when a savepoint is started from, batches may be written <em>again</em>. A target that tells what was written
 * ({@link WriteAheadTarget#isWritten}) makes that exactly once.
 *
 * <p>What is held is part of every checkpoint until it is written. It is encoded as state is: classes may gain, lose and
 * widen fields between two starts. Immutable: each method that sets something gives a new sink.
 */
public final class WriteAheadSink<T> {

    private final TypeHint<T> type;
    private final WriteAheadTarget<? super T> target;
    private final WriteAheadSettings settings;

    private WriteAheadSink(TypeHint<T> type, WriteAheadTarget<? super T> target, WriteAheadSettings settings) {
        this.type = Objects.requireNonNull(type, "a write-ahead sink has the type of its records");
        this.target = Objects.requireNonNull(target, "a write-ahead sink has a target");
        this.settings = settings;
    }

    /** A sink for records of a class without type arguments. */
    public static <T> WriteAheadSink<T> of(Class<T> type, WriteAheadTarget<? super T> target) {
        return of(TypeHint.of(Objects.requireNonNull(type, "a write-ahead sink has the type of its records")), target);
    }

    /** A sink for records of any type: {@code new TypeHint<List<String>>() {}}. */
    public static <T> WriteAheadSink<T> of(TypeHint<T> type, WriteAheadTarget<? super T> target) {
        return new WriteAheadSink<>(type, target, WriteAheadSettings.DEFAULT);
    }

    /** How many records are written with one call at most; 1000 by default. A batch has about 1 MiB encoded at most, too. */
    public WriteAheadSink<T> withBatchRecords(int records) {
        return with(settings.withBatchRecords(records));
    }

    /**
     * How much one subtask holds, encoded, until it is written: what came since the last barrier and what waits for its
     * checkpoint to complete or for the target. By default 16 MiB in memory and 256 MiB in all. While a snapshot is
     * written, all that is held is in memory once.
     *
     * @param memoryBytes above, batches are spilled to files, which are gone with the process
     * @param mostBytes above, the attempt fails; at most 1 GiB
     */
    public WriteAheadSink<T> withMemory(long memoryBytes, long mostBytes) {
        return with(settings.withMemory(memoryBytes, mostBytes));
    }

    /** Where batches are spilled to; the JVM's folder for temporary files by default. */
    public WriteAheadSink<T> withSpillFolder(Path folder) {
        return with(settings.withSpillFolder(folder));
    }

    /** How writes that fail are repeated; {@link CommitRetries#DEFAULT} by default. Later batches wait meanwhile. */
    public WriteAheadSink<T> withRetries(CommitRetries retries) {
        return with(settings.withRetries(retries));
    }

    private WriteAheadSink<T> with(WriteAheadSettings changed) {
        return new WriteAheadSink<>(type, target, changed);
    }

    TypeHint<T> type() {
        return type;
    }

    WriteAheadTarget<? super T> target() {
        return target;
    }

    WriteAheadSettings settings() {
        return settings;
    }
}
