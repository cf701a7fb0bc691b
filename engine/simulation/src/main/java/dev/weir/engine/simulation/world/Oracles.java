package dev.weir.engine.simulation.world;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import dev.weir.engine.simulation.ledger.Ledger;
import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.ledger.Token;
import dev.weir.engine.simulation.program.Observer;
import dev.weir.engine.simulation.program.Reference;
import dev.weir.engine.simulation.program.Topology;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that is watched while a schedule runs. A breach is a {@link Violation}, thrown where it is seen; where user code sees
 * it, it is kept and thrown after the step, since there it would be caught.
 */
final class Oracles implements Observer {

    private final People people;
    private final CheckpointOracle checkpoints;
    private final CutOracle cut;
    private final Map<String, ExpectedOutput> outputs = new HashMap<>();
    private final Map<Long, List<Token>> prepared = new HashMap<>();
    private final Map<RestoreWay, Integer> restored = new EnumMap<>(RestoreWay.class);
    private boolean writtenAfterStop;
    private String breach = "";

    Oracles(Schedule schedule, People people) {
        this.people = people;
        this.checkpoints = new CheckpointOracle(
                schedule.settings().jobId(), schedule.settings().checkpoint().retained());
        Topology topology = schedule.topology();
        Reference reference = new Reference(topology);
        this.cut = new CutOracle(topology, reference, schedule.mode());
        for (NodeSpec node : topology.nodes()) {
            if (node.kind() instanceof Topology.Sink) {
                outputs.put(
                        node.uid(),
                        new ExpectedOutput(
                                reference.rowsOf(node),
                                topology.promise(),
                                node.input().order()));
            }
        }
    }

    CheckpointOracle checkpoints() {
        return checkpoints;
    }

    /** A round is published. */
    void onPublished(RoundContent content, String folder, MemoryStorage files) {
        checkpoints.onPublished(content, folder, files);
        cut.check(content.checkpointId(), content.kind());
    }

    /** Event time comes to its end ahead of the data. */
    void onDrain() {
        outputs.values().forEach(ExpectedOutput::drained);
    }

    @Override
    public boolean mayEndEarly() {
        return people.drainWished();
    }

    /** A new coordinator has found this checkpoint published. */
    void onFound(Manifest manifest) {
        checkpoints.onFound(manifest);
        cut.check(manifest.checkpointId(), SnapshotKind.CHECKPOINT);
    }

    @Override
    public void onPosition(long checkpointId, int origin, long position) {
        cut.onPosition(checkpointId, origin, position);
    }

    @Override
    public void onProcessed(long checkpointId, int node, Map<Integer, Long> processed) {
        cut.onProcessed(checkpointId, node, processed);
    }

    @Override
    public void onPrepared(long checkpointId, List<Token> tokens) {
        prepared.computeIfAbsent(checkpointId, unused -> new ArrayList<>()).addAll(tokens);
    }

    /** A savepoint is somebody's now: all that sinks have prepared for it is committed. */
    void onHandedOut(long checkpointId, Ledger ledger) {
        checkpoints.onHandedOut(checkpointId);
        prepared.getOrDefault(checkpointId, List.of()).stream()
                .filter(token -> !ledger.isCommitted(token))
                .findFirst()
                .ifPresent(token -> {
                    throw new Violation(
                            "a savepoint is handed out once what sinks prepared for it is committed",
                            "savepoint=" + checkpointId + ", token=" + token);
                });
    }

    /** What is under way to and from a subtask is about to be written as part of a checkpoint. */
    void onUnderWay(long checkpointId, InFlight inFlight) {
        cut.onUnderWay(checkpointId, inFlight);
    }

    /** A subtask has got its state back. */
    void onRestored(RestoreWay way) {
        restored.merge(way, 1, Integer::sum);
    }

    /** How many subtasks got their state back, and from where. */
    Map<RestoreWay, Integer> restored() {
        return restored;
    }

    /** A subtask that had stopped has a file written: only a sweep finds it. */
    void onWrittenAfterStop() {
        writtenAfterStop = true;
    }

    boolean wasWrittenAfterStop() {
        return writtenAfterStop;
    }

    /** A commit follows a publication that covers it. */
    void onCommitted(Token token, List<Row> rows) {
        if (token.checkpointId() > checkpoints.recoverable()) {
            breach(
                    "a commit waits for its checkpoint",
                    "token=" + token + ", newest checkpoint=" + checkpoints.recoverable());
        }
        ExpectedOutput output = outputs.get(token.uid());
        for (Row row : rows) {
            String wrong = output == null ? "no such sink" : output.accept(token, row);
            if (!wrong.isEmpty()) {
                breach("committed output is the reference's", wrong + ", token=" + token);
            }
        }
    }

    @Override
    public void breach(String invariant, String values) {
        if (breach.isEmpty()) {
            breach = invariant + ": " + values;
        }
    }

    /** Called after each step. */
    void afterStep() {
        if (!breach.isEmpty()) {
            throw new Violation("after the step", breach);
        }
    }

    /** A coordination has come to its end, and nobody has asked for that. */
    void onEnded(JobStatus status, String failure) {
        if (status == JobStatus.FAILED || status == JobStatus.CANCELED) {
            throw new Violation("the job gets over its faults", "status=" + status + ", failure=" + failure);
        }
        if (status == JobStatus.FINISHED) {
            outputs.forEach((sink, output) -> {
                String missing = output.missing();
                if (!missing.isEmpty()) {
                    throw new Violation("a finished job has committed everything", missing + ", sink=" + sink);
                }
            });
        }
    }
}
