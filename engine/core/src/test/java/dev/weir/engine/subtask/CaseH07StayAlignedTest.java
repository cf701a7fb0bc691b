package dev.weir.engine.subtask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.graph.Partitioning;
import dev.weir.engine.operator.SnapshotKind;
import dev.weir.engine.protocol.SubtaskId;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Cut;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.TaskSettings;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import dev.weir.engine.subtask.NetworkProgram.Judged;
import dev.weir.engine.subtask.NetworkProgram.Shape;
import dev.weir.engine.subtask.PartitionedNumbers.Partition;
import dev.weir.snapshot.format.InFlight;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Unaligned checkpoints of jobs whose receivers give no credit, with edges of both kinds. */
class CaseH07StayAlignedTest {

    /** Only credit could let records through, and none is given. */
    @Seeds(60)
    void aCheckpointCompletesWhileNoCreditIsGivenAnywhere(long seed) {
        Random random = new Random(seed);
        Network network = backedUp(random, new Partitioning.Rebalance(), Cut.UNALIGNED);

        network.trigger(1, SnapshotKind.CHECKPOINT);
        Map<SubtaskId, SubtaskSnapshot> snapshots = network.complete(1);

        assertThat(parts(snapshots)).isNotEmpty();
    }

    @Seeds(60)
    void aCutThatIsAlignedForAWhileCompletesToo(long seed) {
        Random random = new Random(seed);
        Network network = backedUp(random, new Partitioning.Rebalance(), Cut.alignedFor(Duration.ofMillis(3)));

        network.trigger(1, SnapshotKind.CHECKPOINT);

        assertThat(parts(network.complete(1))).isNotEmpty();
    }

    @Seeds(60)
    void nothingIsUnderWayOnAnEdgeThatStaysAligned(long seed) {
        Random random = new Random(seed);
        Network network = backedUp(random, new Partitioning.Custom((record, targets) -> 0), Cut.UNALIGNED);
        network.giveCredit();

        network.trigger(1, SnapshotKind.CHECKPOINT);

        assertThat(parts(network.complete(1)))
                .allSatisfy(part -> assertThat(part.channel().edge().toString())
                        .as("the edge decides, not the subtask it leads to or comes from")
                        .isNotEqualTo("counter -> sink"));
    }

    private static List<InFlight.Part> parts(Map<SubtaskId, SubtaskSnapshot> snapshots) {
        return snapshots.values().stream()
                .flatMap(snapshot -> snapshot.inFlight().parts().stream())
                .toList();
    }

    /** Runs until no credit is left; rules are few enough to need none. */
    private static Network backedUp(Random random, Partitioning toSinks, Cut cut) {
        TaskSettings task = new TaskSettings(
                2, 1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofSeconds(1), 0, RecordCopies.MUTABLE);
        JobSettings settings = JobSettings.defaults("network", 1)
                .withTask(task)
                .withCheckpoint(CheckpointSettings.DEFAULT.withCut(cut));
        Network network = new Network(new Shape(2, 3, 2, toSinks, Judged.EXACTLY_ONCE), settings, random, null);
        network.withholdCredit();
        network.sources().stream()
                .filter(id -> id.chain() == 0)
                .forEach(id -> network.assign(id, List.of(new Partition(id.index(), 0, 100))));
        for (int i = 0; i < 400; i++) {
            network.step();
        }
        assertThat(network.sources().stream().anyMatch(network::isHeld)).isTrue();
        return network;
    }
}
