package dev.weir.engine.simulation.world;

import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.simulation.program.Datum;
import dev.weir.engine.simulation.program.Reference;
import dev.weir.engine.simulation.program.Topology;
import dev.weir.engine.simulation.program.Topology.NodeSpec;
import dev.weir.engine.simulation.program.Topology.Promise;
import dev.weir.engine.simulation.program.Topology.Provenance;
import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a checkpoint must hold: an operator that reads sources' own records has processed, over all its subtasks, exactly
 * those in front of the sources' positions. Unaligned some of them are under way in the checkpoint instead; at least once some
 * more may have been processed.
 */
final class CutOracle {

    private record At(long checkpointId, int place) {}

    private record Moving(long checkpointId, String target, int origin) {}

    private final Topology topology;
    private final Mode mode;
    private final Map<NodeSpec, Map<Integer, List<Long>>> numbers = new HashMap<>();
    private final Set<String> watched = new HashSet<>();
    private final Map<Moving, Long> underWay = new HashMap<>();
    private final Map<Long, EdgeId> passed = new HashMap<>();
    private final Set<Long> hidden = new HashSet<>();
    private final Map<At, Long> positions = new HashMap<>();
    private final Map<At, Map<Integer, Long>> processed = new HashMap<>();

    CutOracle(Topology topology, Reference reference, Mode mode) {
        this.topology = topology;
        this.mode = mode;
        for (NodeSpec node : topology.nodes()) {
            boolean isWatched = node.kind() instanceof Topology.Counter
                    || node.kind() instanceof Topology.RuleBook
                    || node.kind() instanceof Topology.Sink;
            if (isWatched && node.input().provenance() == Provenance.SOURCES) {
                numbers.put(node, reference.numbersAt(node));
            }
            if (isWatched) {
                watched.add(node.uid());
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

    /** Records under way are part of a checkpoint: those to a watched operator count, those to a router hide what is behind. */
    void onUnderWay(long checkpointId, InFlight inFlight) {
        for (InFlight.Part part : inFlight.parts()) {
            EdgeId edge = part.channel().edge();
            String target = edge.toUid();
            if (!topology.mayBeUnderWay(edge.fromUid(), target)) {
                passed.put(checkpointId, edge);
            }
            for (InFlight.Kept kept : part.elements()) {
                if (kept instanceof InFlight.Kept.KeptRecord record && record.value() instanceof Datum datum) {
                    underWay.merge(new Moving(checkpointId, target, datum.origin()), 1L, Long::sum);
                    if (!watched.contains(target)) {
                        hidden.add(checkpointId);
                    }
                }
            }
        }
    }

    /** A checkpoint is complete, or a savepoint is. */
    void check(long checkpointId, SnapshotKind kind) {
        EdgeId edge = passed.get(checkpointId);
        if (edge != null) {
            throw new Violation(
                    "a barrier passes records only where they can be divided again",
                    "checkpoint=" + checkpointId + ", edge=" + edge);
        }
        numbers.forEach((node, byOrigin) -> byOrigin.forEach((origin, all) -> {
            long position = positions.getOrDefault(new At(checkpointId, origin), Long.MAX_VALUE);
            long expected = all.stream().filter(number -> number <= position).count();
            long found = processed
                    .getOrDefault(new At(checkpointId, node.id()), Map.of())
                    .getOrDefault(origin, 0L);
            long moving = underWay.getOrDefault(new Moving(checkpointId, node.uid(), origin), 0L);
            boolean isExact = (mode.promise() == Promise.EXACTLY_ONCE && !hidden.contains(checkpointId))
                    || (kind.isSavepoint() && mode.isUnaligned());
            long held = found + moving;
            boolean isBroken = isExact ? held != expected : isBroken(held, expected);
            if (isBroken) {
                throw new Violation(
                        "a checkpoint holds exactly what came before its barrier",
                        "checkpoint=" + checkpointId + ", operator=" + node.uid() + ", origin=" + origin + ", position="
                                + position + ", processed=" + found + ", under way=" + moving + ", expected=" + expected
                                + ", mode=" + mode);
            }
        }));
    }

    private boolean isBroken(long found, long expected) {
        return switch (mode) {
            case ALIGNED, CONCURRENT -> found != expected;
            case AT_LEAST_ONCE -> found < expected;
            case UNALIGNED, ALIGNED_WITH_TIMEOUT -> found > expected;
        };
    }
}
