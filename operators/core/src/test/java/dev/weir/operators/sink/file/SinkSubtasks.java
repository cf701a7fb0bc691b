package dev.weir.operators.sink.file;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.operators.harness.FakeContext;
import dev.weir.operators.harness.FakeSnapshot;
import dev.weir.operators.harness.RecordedOutput;
import dev.weir.operators.sink.TwoPhaseCommitOperator;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The subtasks of one attempt of a job whose only operator is a file sink; the test says when what happens. */
final class SinkSubtasks {

    private static final String STATE = "prepared-transactions";

    private final List<FakeContext> contexts = new ArrayList<>();
    private final List<TwoPhaseCommitOperator<String, PreparedParts>> sinks = new ArrayList<>();
    private final long attempt;

    private SinkSubtasks(long attempt) {
        this.attempt = attempt;
    }

    /** Starts an attempt, and lets it commit what is restored. */
    static SinkSubtasks start(FileSink<String> sink, int parallelism, long attempt, List<byte[]> restored)
            throws Exception {
        SinkSubtasks started = open(sink, parallelism, attempt, restored);
        started.runAll();
        return started;
    }

    /** A person starts another run from what a savepoint holds. */
    static SinkSubtasks fork(FileSink<String> sink, int parallelism, List<byte[]> savepoint) throws Exception {
        SinkSubtasks started = open(sink, "fork", parallelism, 1, savepoint);
        started.runAll();
        return started;
    }

    /** Starts an attempt; its asynchronous work waits. */
    static SinkSubtasks open(FileSink<String> sink, int parallelism, long attempt, List<byte[]> restored)
            throws Exception {
        return open(sink, "lineage", parallelism, attempt, restored);
    }

    private static SinkSubtasks open(
            FileSink<String> sink, String lineage, int parallelism, long attempt, List<byte[]> restored)
            throws Exception {
        SinkSubtasks started = new SinkSubtasks(attempt);
        for (int i = 0; i < parallelism; i++) {
            FakeContext context =
                    new FakeContext("words", i, parallelism, attempt, Map.of(STATE, restored)).inLineage(lineage);
            TwoPhaseCommitOperator<String, PreparedParts> operator = new TwoPhaseCommitOperator<>(sink);
            started.contexts.add(context);
            started.sinks.add(operator);
            operator.open(context, new RecordedOutput<>());
        }
        return started;
    }

    /** The process of these is gone without a word; the next attempt starts from a checkpoint, as many or others. */
    SinkSubtasks crashAndRestore(FileSink<String> sink, int parallelism, List<byte[]> checkpoint) throws Exception {
        contexts.forEach(FakeContext::abandon);
        return start(sink, parallelism, attempt + 1, checkpoint);
    }

    int parallelism() {
        return sinks.size();
    }

    FakeContext context(int subtask) {
        return contexts.get(subtask);
    }

    TwoPhaseCommitOperator<String, PreparedParts> sink(int subtask) {
        return sinks.get(subtask);
    }

    void write(String... lines) throws Exception {
        for (String line : lines) {
            sinks.get(0).process(line, 0);
        }
    }

    void write(int subtask, String line) throws Exception {
        sinks.get(subtask).process(line, 0);
    }

    /** The barrier passes all subtasks. */
    List<FakeSnapshot> trigger(long checkpointId) throws Exception {
        return trigger(checkpointId, SnapshotKind.CHECKPOINT);
    }

    private List<FakeSnapshot> trigger(long checkpointId, SnapshotKind kind) throws Exception {
        List<FakeSnapshot> snapshots = new ArrayList<>();
        for (TwoPhaseCommitOperator<String, PreparedParts> sink : sinks) {
            FakeSnapshot snapshot = new FakeSnapshot(checkpointId, kind);
            sink.snapshot(snapshot);
            snapshots.add(snapshot);
        }
        return snapshots;
    }

    static List<byte[]> stateOf(List<FakeSnapshot> snapshots) {
        List<byte[]> state = new ArrayList<>();
        snapshots.forEach(snapshot -> state.addAll(snapshot.elements(STATE)));
        return state;
    }

    /** The tokens with parts among the elements of a state: each the last field of its element, after its length. */
    static List<PreparedParts> tokens(List<byte[]> state) throws IOException {
        List<PreparedParts> tokens = new ArrayList<>();
        for (byte[] element : state) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(element));
            in.readByte();
            in.readUTF();
            in.readUTF();
            in.readInt();
            in.readLong();
            in.readLong();
            in.readLong();
            PreparedParts token = new PreparedPartsCodec().decode(in.readNBytes(in.readInt()));
            if (!token.parts().isEmpty()) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    /** A checkpoint that nobody is told of. */
    List<byte[]> unannounced(long checkpointId) throws Exception {
        List<FakeSnapshot> snapshots = trigger(checkpointId);
        runAll();
        return stateOf(snapshots);
    }

    /** A savepoint, of which nobody is told. */
    List<byte[]> savepoint(long checkpointId, SnapshotKind kind) throws Exception {
        List<FakeSnapshot> snapshots = trigger(checkpointId, kind);
        runAll();
        return stateOf(snapshots);
    }

    /** A completed checkpoint, whose commits are done. */
    List<byte[]> checkpoint(long checkpointId) throws Exception {
        List<byte[]> state = unannounced(checkpointId);
        announce(checkpointId);
        return state;
    }

    void announce(long checkpointId) throws Exception {
        sinks.forEach(sink -> sink.onCheckpointComplete(checkpointId));
        runAll();
    }

    /** The input ends, and the last checkpoint is complete. */
    void end(long checkpointId) throws Exception {
        for (TwoPhaseCommitOperator<String, PreparedParts> sink : sinks) {
            sink.finish();
        }
        checkpoint(checkpointId);
        close();
    }

    void close() throws Exception {
        for (TwoPhaseCommitOperator<String, PreparedParts> sink : sinks) {
            sink.close();
        }
    }

    void runAll() throws Exception {
        for (FakeContext context : contexts) {
            context.runAll();
        }
    }

    void setTime(Duration time) {
        contexts.forEach(context -> context.setNanoTime(time.toNanos()));
    }
}
