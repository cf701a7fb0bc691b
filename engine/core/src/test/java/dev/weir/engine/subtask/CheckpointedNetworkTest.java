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
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A whole job is cut at a random moment, thrown away, restored with the same or another parallelism, and cut again; at the
 * end the sinks hold what a run without any of this gives.
 */
class CheckpointedNetworkTest {

    private static final Duration SHORT = Duration.ofMillis(2);

    @Seeds(100)
    void anAlignedCutIsExact(long seed) {
        exact(seed, Cut.ALIGNED);
    }

    @Seeds(300)
    void anUnalignedCutIsExact(long seed) {
        exact(seed, Cut.UNALIGNED);
    }

    @Seeds(300)
    void aCutThatIsAlignedForAWhileIsExact(long seed) {
        exact(seed, Cut.alignedFor(SHORT));
    }

    @Seeds(100)
    void anAtLeastOnceCutLosesNothing(long seed) {
        Random random = new Random(seed);
        List<Partition> partitions = partitions(random);
        List<String> kept = run(random, Cut.AT_LEAST_ONCE, Judged.AT_LEAST_ONCE, partitions);
        for (String result : NetworkProgram.expected(partitions)) {
            assertThat(kept).contains(result);
        }
    }

    /** With credit withheld, so that records wait at both ends of every edge that an unaligned barrier may pass. */
    @Test
    void recordsUnderWayOnEveryKindOfEdgeAreExactAtThreeThenTwoThenFiveSubtasks() {
        Set<String> underWay = new TreeSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            Partitioning toSinks = seed % 2 == 0 ? new Partitioning.Rebalance() : new Partitioning.Shuffle();
            List<Partition> partitions =
                    List.of(new Partition(0, 0, 60), new Partition(1, 0, 60), new Partition(2, 0, 60));
            JobSettings settings = settings(random, Cut.UNALIGNED);
            Network network = new Network(evenly(3, toSinks), settings, random, null);
            deal(network, partitions, random);
            Map<SubtaskId, SubtaskSnapshot> atThree = cutUnderPressure(network, 10, underWay);
            network = restore(network, atThree, evenly(2, toSinks), settings, random);
            Map<SubtaskId, SubtaskSnapshot> atTwo = cutUnderPressure(network, 20, underWay);
            network = restore(network, atTwo, evenly(5, toSinks), settings, random);
            network.runToTheEnd();
            network.trigger(1_000, SnapshotKind.CHECKPOINT);
            assertThat(kept(network.complete(1_000)))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(NetworkProgram.expected(partitions));
        }
        assertThat(underWay)
                .contains("clock -> counter QUEUED", "clock -> counter HELD")
                .contains("counter -> sink QUEUED", "counter -> sink HELD")
                .contains("counter (side output odd) -> sink QUEUED", "counter (side output odd) -> sink HELD")
                .as("rules are broadcast: the edge stays aligned")
                .noneMatch(edge -> edge.startsWith("rules"));
    }

    private static Shape evenly(int parallelism, Partitioning toSinks) {
        return new Shape(parallelism, parallelism, parallelism, toSinks, Judged.EXACTLY_ONCE);
    }

    private static Map<SubtaskId, SubtaskSnapshot> cutUnderPressure(Network network, long id, Set<String> underWay) {
        for (int i = 0; i < 60; i++) {
            network.step();
        }
        network.withholdCredit();
        for (int i = 0; i < 400; i++) {
            network.step();
        }
        network.trigger(id, SnapshotKind.CHECKPOINT);
        for (int i = 0; i < 200; i++) {
            network.step();
        }
        network.giveCredit();
        Map<SubtaskId, SubtaskSnapshot> snapshots = network.complete(id);
        snapshots.values().stream()
                .flatMap(snapshot -> snapshot.inFlight().parts().stream())
                .filter(part -> part.elements().stream().anyMatch(InFlight.Kept.KeptRecord.class::isInstance))
                .forEach(part -> underWay.add(part.channel().edge() + " " + part.side()));
        return snapshots;
    }

    private static void exact(long seed, Cut cut) {
        Random random = new Random(seed);
        List<Partition> partitions = partitions(random);
        assertThat(run(random, cut, Judged.EXACTLY_ONCE, partitions))
                .containsExactlyInAnyOrderElementsOf(NetworkProgram.expected(partitions));
    }

    private static List<Partition> partitions(Random random) {
        List<Partition> partitions = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            partitions.add(new Partition(i, 0, random.nextInt(40)));
        }
        return partitions;
    }

    private static List<String> run(Random random, Cut cut, Judged judged, List<Partition> partitions) {
        JobSettings settings = settings(random, cut);
        Partitioning toSinks = toSinks(random);
        Shape shape = new Shape(2, 3, 2, toSinks, judged);
        Network network = new Network(shape, settings, random, null);
        deal(network, partitions, random);
        int generations = 1 + random.nextInt(3);
        for (long checkpoint = 1; checkpoint <= generations; checkpoint++) {
            int steps = random.nextInt(600);
            for (int i = 0; i < steps; i++) {
                network.step();
            }
            long id = 10 * checkpoint;
            if (random.nextInt(4) == 0) {
                giveUpOne(network, id - 1, random);
            }
            SnapshotKind kind = random.nextInt(6) == 0 ? SnapshotKind.SAVEPOINT : SnapshotKind.CHECKPOINT;
            network.trigger(id, kind);
            Map<SubtaskId, SubtaskSnapshot> snapshots = network.complete(id);
            Shape next = random.nextBoolean()
                    ? shape
                    : new Shape(1 + random.nextInt(3), 1 + random.nextInt(5), 1 + random.nextInt(3), toSinks, judged);
            network = restore(network, snapshots, next, settings, random);
            shape = next;
        }
        network.runToTheEnd();
        network.trigger(1_000, SnapshotKind.CHECKPOINT);
        return kept(network.complete(1_000));
    }

    private static Network restore(
            Network before,
            Map<SubtaskId, SubtaskSnapshot> snapshots,
            Shape shape,
            JobSettings settings,
            Random random) {
        Network planned = new Network(shape, settings, random, null);
        Map<SubtaskId, RestoredSubtask> restored = Restores.all(snapshots, before.plan, planned.plan, shape.judged());
        Network after = new Network(shape, settings, random, restored);
        after.noMoreSplits();
        return after;
    }

    /** A round that is triggered, and given up while its barriers are on their way. */
    private static void giveUpOne(Network network, long id, Random random) {
        network.trigger(id, SnapshotKind.CHECKPOINT);
        int steps = random.nextInt(60);
        for (int i = 0; i < steps; i++) {
            network.step();
        }
        if (random.nextBoolean()) {
            network.abort(id);
        }
    }

    private static void deal(Network network, List<Partition> partitions, Random random) {
        List<SubtaskId> numbers =
                network.sources().stream().filter(id -> id.chain() == 0).toList();
        for (Partition partition : partitions) {
            network.assign(numbers.get(random.nextInt(numbers.size())), List.of(partition));
        }
        SubtaskId rules = network.sources().stream()
                .filter(id -> id.chain() != 0)
                .findFirst()
                .orElseThrow();
        network.assign(rules, List.of(new Partition(0, 0, random.nextInt(20))));
        network.noMoreSplits();
    }

    private static Partitioning toSinks(Random random) {
        List<Partitioning> all = List.of(
                new Partitioning.Rebalance(),
                new Partitioning.Shuffle(),
                new Partitioning.Rescale(),
                new Partitioning.Global(),
                new Partitioning.Custom((record, targets) -> (record.hashCode() & 0xFFFF) % targets));
        return all.get(random.nextInt(all.size()));
    }

    private static JobSettings settings(Random random, Cut cut) {
        TaskSettings task = new TaskSettings(
                1 + random.nextInt(4),
                1 + random.nextInt(2),
                Duration.ofMillis(1 + random.nextInt(5)),
                Duration.ofMillis(1 + random.nextInt(5)),
                Duration.ofSeconds(1),
                0,
                RecordCopies.MUTABLE);
        return JobSettings.defaults("network", 1)
                .withTask(task)
                .withCheckpoint(CheckpointSettings.DEFAULT.withCut(cut));
    }

    private static List<String> kept(Map<SubtaskId, SubtaskSnapshot> snapshots) {
        List<String> kept = new ArrayList<>();
        for (SubtaskSnapshot snapshot : snapshots.values()) {
            snapshot.operators().stream()
                    .filter(operator -> operator.uid().equals("sink"))
                    .map(operator ->
                            Objects.requireNonNull(operator.operatorState().get("kept")))
                    .flatMap(block -> block.elements().stream())
                    .map(NetworkProgram::text)
                    .forEach(kept::add);
        }
        return kept;
    }
}
