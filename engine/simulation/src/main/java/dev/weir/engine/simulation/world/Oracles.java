package dev.weir.engine.simulation.world;

import dev.weir.engine.checkpoint.RoundContent;
import dev.weir.engine.job.JobStatus;
import dev.weir.engine.protocol.SubtaskReport.RestoreWay;
import dev.weir.engine.simulation.ledger.Row;
import dev.weir.engine.simulation.ledger.Token;
import dev.weir.engine.simulation.program.Observer;
import dev.weir.engine.simulation.program.Reference;
import dev.weir.engine.simulation.program.Topology;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Order;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.MemoryStorage;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold at every step, checked where it happens. Each breach is a {@link Violation}. */
final class Oracles implements Observer {

    private final Set<Long> triggered = new HashSet<>();
    private final String jobId;
    private final CutOracle cut;
    private final Map<String, ExpectedOutput> outputs = new HashMap<>();
    private final Map<RestoreWay, Integer> restored = new EnumMap<>(RestoreWay.class);
    private long published;
    private boolean breached;
    private boolean writtenAfterStop;
    private String breach = "";

    Oracles(Schedule schedule) {
        this.jobId = schedule.settings().jobId();
        Topology topology = schedule.topology();
        Reference reference = new Reference(topology);
        this.cut = new CutOracle(topology, reference, schedule.mode());
        for (NodeSpec node : topology.nodes()) {
            if (node.kind() instanceof Topology.Sink) {
                Order order = node.input().order();
                outputs.put(node.uid(), new ExpectedOutput(reference.rowsOf(node), topology.promise(), order));
            }
        }
    }

    @Override
    public void onPosition(long checkpointId, int origin, long position) {
        cut.onPosition(checkpointId, origin, position);
    }

    @Override
    public void onProcessed(long checkpointId, int node, Map<Integer, Long> processed) {
        cut.onProcessed(checkpointId, node, processed);
    }

    /** Ids are used once, whoever uses them. */
    void onTriggered(long checkpointId) {
        if (!triggered.add(checkpointId)) {
            throw new Violation("a checkpoint id is used once", "id=" + checkpointId);
        }
    }

    /** What is published rises, and its files are there. */
    void onPublished(RoundContent content, MemoryStorage files) {
        long id = content.checkpointId();
        if (id <= published) {
            throw new Violation("published ids rise", "id=" + id + ", published before=" + published);
        }
        published = id;
        cut.check(id);
        Set<String> there = new HashSet<>();
        files.list("").forEach(file -> there.add(file.path() + " " + file.length()));
        for (SubtaskStateHandle handle : content.subtasks().values()) {
            for (String path : handle.files()) {
                String wanted = jobId + "/" + path + " " + handle.sizeBytes();
                if (!there.contains(wanted)) {
                    throw new Violation(
                            "a published checkpoint's files exist",
                            "id=" + id + ", missing=" + wanted + ", there=" + there);
                }
            }
        }
    }

    /** A new coordinator has found this checkpoint published: its maker may have died before it knew. */
    void onFound(Manifest manifest) {
        if (manifest.checkpointId() > published) {
            published = manifest.checkpointId();
            cut.check(published);
        }
    }

    /** A subtask that had stopped has a file written: only a sweep finds it. */
    void onWrittenAfterStop() {
        writtenAfterStop = true;
    }

    boolean wasWrittenAfterStop() {
        return writtenAfterStop;
    }

    /** A subtask has got its state back. */
    void onRestored(RestoreWay way) {
        restored.merge(way, 1, Integer::sum);
    }

    /** How many subtasks got their state back, and from where. */
    Map<RestoreWay, Integer> restored() {
        return restored;
    }

    /** A commit follows a publication that covers it. A breach here is inside of user code: it is kept until checked. */
    void onCommitted(Token token, List<Row> rows) {
        if (token.checkpointId() > published) {
            breach("a commit waits for its checkpoint", "token=" + token + ", published=" + published);
        }
        ExpectedOutput output = outputs.get(token.uid());
        for (Row row : rows) {
            String wrong = output == null ? "no such sink" : output.accept(token, row);
            if (!wrong.isEmpty()) {
                breach("committed output is the reference's", wrong + ", token=" + token);
            }
        }
    }

    /** A breach inside of user code: thrown there it would be caught. */
    @Override
    public void breach(String oracle, String values) {
        if (!breached) {
            breached = true;
            breach = oracle + ": " + values;
        }
    }

    /** Called after each step. */
    void afterStep() {
        if (breached) {
            throw new Violation("after the step", breach);
        }
    }

    /** A coordination has come to its end. */
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
