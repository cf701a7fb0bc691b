package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.restore.EdgeTarget.Dealing;
import dev.weir.snapshot.restore.OperatorTarget.Origin;
import dev.weir.snapshot.segment.FakeKeyedSnapshot;
import dev.weir.snapshot.segment.SnapshotFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job of a source, a keyed operator and one without keys; both are fed by the source. Its snapshots hold what was under
 * way.
 *
 * @param sources parallelism of the source
 * @param receivers parallelism of the operators
 */
record UnderWay(int sources, int receivers, int maxParallelism) {

    static final EdgeId KEYED = new EdgeId("source", "", "keyed", 0);
    static final EdgeId DEALT = new EdgeId("source", "late", "dealt", 1);

    private static final int SOURCE_CHAIN = 0;
    private static final int KEYED_CHAIN = 1;
    private static final int DEALT_CHAIN = 2;

    /** The chain an edge leads to. */
    static int chainOf(EdgeId edge) {
        return edge.equals(KEYED) ? KEYED_CHAIN : DEALT_CHAIN;
    }

    /** A subtask of the job. */
    record Place(int chain, int index) {
        static Place source(int index) {
            return new Place(SOURCE_CHAIN, index);
        }

        static Place receiver(EdgeId edge, int index) {
            return new Place(chainOf(edge), index);
        }
    }

    /** The subtask that holds a part. */
    static Place holderOf(InFlight.Part part) {
        InFlight.Channel channel = part.channel();
        return part.side() == InFlight.Side.HELD
                ? Place.source(channel.sender())
                : Place.receiver(channel.edge(), channel.receiver());
    }

    Manifest write(SnapshotFiles files, long checkpointId, Map<Place, InFlight> underWay) throws IOException {
        List<SubtaskEntry> entries = new ArrayList<>();
        Map<String, OperatorScale> scales = new TreeMap<>();
        for (ChainTarget chain : chains()) {
            String uid = chain.head().uid();
            scales.put(uid, new OperatorScale(chain.parallelism(), maxParallelism));
            for (int index = 0; index < chain.parallelism(); index++) {
                OperatorSnapshot operator = new OperatorSnapshot(
                        uid, uid.equals("keyed") ? new FakeKeyedSnapshot() : null, Map.of(), 1, false);
                InFlight inFlight = underWay.getOrDefault(new Place(chain.chain(), index), InFlight.NONE);
                SnapshotTarget target = new SnapshotTarget(
                        checkpointId, 1, 1, chain.chain(), index, chain.parallelism(), maxParallelism);
                SubtaskSnapshot snapshot = new SubtaskSnapshot(List.of(operator), inFlight);
                entries.add(new SubtaskEntry(chain.chain(), index, List.of(uid), files.write(target, snapshot)));
            }
        }
        Manifest manifest = new Manifest(
                Manifest.FORMAT_VERSION,
                "j",
                "L",
                null,
                checkpointId,
                1,
                1,
                Manifest.Kind.CHECKPOINT,
                0,
                "n",
                scales,
                Map.of(),
                entries);
        return Manifest.parse("manifest.json", manifest.toBytes());
    }

    List<ChainTarget> chains() {
        return chains(Dealing.BY_KEY_GROUP, Dealing.BY_RECEIVER);
    }

    List<ChainTarget> chains(Dealing keyed, Dealing dealt) {
        return List.of(
                new ChainTarget(SOURCE_CHAIN, List.of(operator("source", sources))),
                new ChainTarget(
                        KEYED_CHAIN,
                        List.of(operator("keyed", receivers)),
                        List.of(new EdgeTarget(KEYED, sources, keyed))),
                new ChainTarget(
                        DEALT_CHAIN,
                        List.of(operator("dealt", receivers)),
                        List.of(new EdgeTarget(DEALT, sources, dealt))));
    }

    private OperatorTarget operator(String uid, int parallelism) {
        return new OperatorTarget(uid, parallelism, maxParallelism, Origin.EXPLICIT);
    }

    RestorePlan plan(Manifest manifest) {
        return RestorePlan.of(manifest, chains(), RestoreOptions.DEFAULT.withMaxParallelism(maxParallelism));
    }

    /** What one receiver of an edge restores. */
    RestoredInFlight read(SnapshotFiles files, RestorePlan plan, EdgeId edge, int index) throws IOException {
        return files.read(plan.slice(chainOf(edge), index)).inFlight();
    }
}
