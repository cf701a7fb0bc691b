package dev.weir.engine.simulation.world;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.simulation.program.Reference;
import dev.weir.engine.simulation.program.Topology;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Provenance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a checkpoint must hold: an operator that reads sources' own records has processed, over all its subtasks, exactly
 * those in front of the sources' positions. Unaligned some of them are still under way; at least once some more may have
 * been processed.
 */
final class CutOracle {

    private record At(long checkpointId, int place) {}

    private final Mode mode;
    private final Map<NodeSpec, Map<Integer, List<Long>>> numbers = new HashMap<>();
    private final Map<At, Long> positions = new HashMap<>();
    private final Map<At, Map<Integer, Long>> processed = new HashMap<>();

    CutOracle(Topology topology, Reference reference, Mode mode) {
        this.mode = mode;
        for (NodeSpec node : topology.nodes()) {
            boolean isWatched = node.kind() instanceof Topology.Counter
                    || node.kind() instanceof Topology.RuleBook
                    || node.kind() instanceof Topology.Sink;
            if (isWatched && node.input().provenance() == Provenance.SOURCES) {
                numbers.put(node, reference.numbersAt(node));
            }
        }
    }

    void onPosition(long checkpointId, int origin, long position) {
        positions.put(new At(checkpointId, origin), position);
    }

    void onProcessed(long checkpointId, int node, Map<Integer, Long> byOrigin) {
        Map<Integer, Long> all = processed.computeIfAbsent(new At(checkpointId, node), unused -> new TreeMap<>());
        byOrigin.forEach((origin, count) -> all.merge(origin, count, Long::sum));
    }

    /** A checkpoint is complete, or a savepoint is. */
    void check(long checkpointId, SnapshotKind kind) {
        numbers.forEach((node, byOrigin) -> byOrigin.forEach((origin, all) -> {
            long position = positions.getOrDefault(new At(checkpointId, origin), Long.MAX_VALUE);
            long expected = all.stream().filter(number -> number <= position).count();
            long found = processed
                    .getOrDefault(new At(checkpointId, node.id()), Map.of())
                    .getOrDefault(origin, 0L);
            if (isBroken(found, expected, kind)) {
                throw new Violation(
                        "a checkpoint holds exactly what came before its barrier",
                        "checkpoint=" + checkpointId + ", operator=" + node.uid() + ", origin=" + origin + ", position="
                                + position + ", processed=" + found + ", expected=" + expected + ", mode=" + mode);
            }
        }));
    }

    private boolean isBroken(long found, long expected, SnapshotKind kind) {
        if (kind.isSavepoint() && mode.isUnaligned()) {
            return found != expected;
        }
        return switch (mode) {
            case ALIGNED, CONCURRENT -> found != expected;
            case AT_LEAST_ONCE -> found < expected;
            case UNALIGNED, ALIGNED_WITH_TIMEOUT -> found > expected;
        };
    }
}
