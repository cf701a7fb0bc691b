package dev.weir.snapshot.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.restore.OperatorTarget.Origin;
import dev.weir.snapshot.restore.RestorePlan.Unclaimed;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.segment.FakeKeyedSnapshot;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RestorePlanTest {

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "j", 1 << 20, getClass().getClassLoader());
    private final Map<String, OperatorScale> scales = new HashMap<>();
    private final List<SubtaskEntry> entries = new ArrayList<>();

    private static OperatorSnapshot keyed(String uid, long eventTime) {
        return new OperatorSnapshot(uid, new FakeKeyedSnapshot(), Map.of(), eventTime, false);
    }

    private static OperatorSnapshot plain(
            String uid, Redistribution redistribution, long eventTime, boolean drained, int... elements) {
        List<byte[]> encoded = new ArrayList<>();
        for (int element : elements) {
            encoded.add(new byte[] {(byte) element});
        }
        return new OperatorSnapshot(
                uid, null, Map.of("s", new OperatorStateBlock(redistribution, encoded)), eventTime, drained);
    }

    private void add(int chain, int maxParallelism, OperatorSnapshot... subtasks) throws IOException {
        String uid = subtasks[0].uid();
        for (int i = 0; i < subtasks.length; i++) {
            SnapshotTarget target = new SnapshotTarget(1, 1, 1, chain, i, subtasks.length, maxParallelism);
            entries.add(new SubtaskEntry(
                    chain, i, List.of(uid), files.write(target, new SubtaskSnapshot(List.of(subtasks[i])))));
        }
        scales.put(uid, new OperatorScale(subtasks.length, maxParallelism));
    }

    private Manifest manifest() {
        return new Manifest(1, "j", "L", null, 1, 1, 1, Manifest.Kind.CHECKPOINT, 0, "n", scales, Map.of(), entries);
    }

    private static ChainTarget chain(int chain, OperatorTarget... operators) {
        return new ChainTarget(chain, List.of(operators));
    }

    private static OperatorTarget target(String uid, int parallelism, int maxParallelism, Origin origin) {
        return new OperatorTarget(uid, parallelism, maxParallelism, origin);
    }

    private static OperatorTarget derived(String uid, int parallelism) {
        return target(uid, parallelism, 128, Origin.DERIVED);
    }

    private RestorePlan plan(ChainTarget... chains) {
        return RestorePlan.of(manifest(), List.of(chains), Unclaimed.REFUSE);
    }

    private List<Integer> elements(RestorePlan plan, String uid, int index) throws IOException {
        RestoredOperator restored =
                Objects.requireNonNull(files.read(plan.slice(0, index)).operator(uid));
        return restored.operatorState().getOrDefault("s", List.of()).stream()
                .map(element -> (int) element[0])
                .toList();
    }

    @Test
    void anExplicitMaxParallelismThatDiffersIsRefusedWithBothNumbers() throws IOException {
        add(0, 128, keyed("counter", 1), keyed("counter", 1));
        assertThatThrownBy(() -> plan(chain(0, target("counter", 2, 64, Origin.EXPLICIT))))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("operator=counter")
                .hasMessageContaining("stored max parallelism=128")
                .hasMessageContaining("set max parallelism=64")
                .hasMessageContaining("set weir.max-parallelism=128")
                .hasMessageContaining("converted with --max-parallelism 64");
    }

    @Test
    void whereAConversionIsAskedForItIsMadeToTheExplicitFigure() throws IOException {
        add(0, 128, keyed("a", 4), keyed("a", 6));
        add(1, 90, keyed("b", 1));
        RestoreOptions options = RestoreOptions.DEFAULT.withMaxParallelism(64);
        List<ChainTarget> fused =
                List.of(chain(0, target("a", 2, 64, Origin.EXPLICIT), target("b", 2, 64, Origin.EXPLICIT)));
        RestorePlan plan = RestorePlan.of(manifest(), fused, options);
        assertThat(plan.maxParallelisms()).containsEntry("a", 64).containsEntry("b", 64);
        SubtaskSlice.OperatorSlice second = plan.slice(0, 1).operators().get(0);
        assertThat(second.stored().regrouping()).isEqualTo(new Regrouping(128, 64));
        assertThat(second.keyedHandles()).as("both hold keys of it").hasSize(2);
        assertThat(second.eventTime()).as("it takes keys of both").isEqualTo(4);
    }

    @Test
    void aMappedOperatorAndItsMappedStateAreReadUnderTheirNewNames() throws IOException {
        add(0, 10, plain("old", Redistribution.SPLIT, 3, false, 1, 2));
        RestoreOptions options = RestoreOptions.DEFAULT.mapping("old", "new").mapping("old.s", "new.t");
        RestorePlan plan = RestorePlan.of(manifest(), List.of(chain(0, derived("new", 1))), options);
        RestoredOperator restored =
                Objects.requireNonNull(files.read(plan.slice(0, 0)).operator("new"));
        assertThat(restored.operatorState()).containsOnlyKeys("t");
        assertThat(restored.operatorState().get("t")).hasSize(2);
        assertThat(restored.eventTime()).isEqualTo(3);
    }

    @Test
    void aMappingThatNamesNothingIsRefusedWithTheNearestNames() throws IOException {
        add(0, 10, plain("old", Redistribution.SPLIT, 3, false, 1), plain("old", Redistribution.SPLIT, 3, false, 2));
        add(1, 10, plain("other", Redistribution.SPLIT, 3, false, 1));
        List<ChainTarget> job = List.of(chain(0, derived("new", 1)), chain(1, derived("other", 1)));
        RestoreOptions none = RestoreOptions.DEFAULT;
        assertThatThrownBy(() -> RestorePlan.of(manifest(), job, none.mapping("olt", "new")))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("nothing that is stored as 'olt' (nearest: old");
        assertThatThrownBy(() -> RestorePlan.of(manifest(), job, none.mapping("old", "nev")))
                .hasMessageContaining("no operator of the job with 'nev' (nearest: new");
        assertThatThrownBy(() -> RestorePlan.of(manifest(), job, none.mapping("old", "other")))
                .hasMessageContaining("'other' would take the state of both");
        assertThatThrownBy(() -> RestorePlan.of(
                        manifest(), job, none.mapping("old", "new").mapping("old.s", "other.s")))
                .hasMessageContaining("write old.s=new.<new state>");
    }

    @Test
    void aDerivedMaxParallelismGivesWayToTheStoredOne() throws IOException {
        add(0, 100, keyed("counter", 1), keyed("counter", 1));
        assertThat(plan(chain(0, derived("counter", 3))).maxParallelisms()).containsEntry("counter", 100);
        assertThatThrownBy(() -> plan(chain(0, target("counter", 172, 512, Origin.DERIVED))))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("parallelism=172")
                .hasMessageContaining("stored max parallelism=100");
    }

    @Test
    void operatorsFusedInOneChainMustAgreeAndThoseWithoutKeyedStateFollow() throws IOException {
        add(0, 100, keyed("a", 1));
        add(1, 90, keyed("b", 1));
        add(2, 7, plain("c", Redistribution.SPLIT, 1, false, 1));
        assertThatThrownBy(() -> plan(chain(0, derived("a", 1), derived("b", 1)), chain(1, derived("c", 1))))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("operator=a")
                .hasMessageContaining("operator=b")
                .hasMessageContaining("100")
                .hasMessageContaining("90");
        RestorePlan plan = plan(chain(0, derived("a", 1), derived("c", 1)), chain(1, derived("b", 1)));
        assertThat(plan.maxParallelisms()).containsEntry("a", 100).containsEntry("c", 100);
    }

    @Test
    void anOperatorWithoutKeyedStateMayChangeItsMaxParallelism() throws IOException {
        add(0, 128, plain("source", Redistribution.SPLIT, 1, false, 1, 2));
        assertThat(plan(chain(0, target("source", 1, 64, Origin.EXPLICIT))).maxParallelisms())
                .containsEntry("source", 64);
    }

    @Test
    void stateThatNothingClaimsIsRefusedWithTheNearestNamesUnlessDropped() throws IOException {
        add(0, 128, keyed("count-words", 1));
        List<ChainTarget> renamed = List.of(chain(0, derived("count-word", 1)), chain(1, derived("sink", 1)));
        assertThatThrownBy(() -> RestorePlan.of(manifest(), renamed, Unclaimed.REFUSE))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("count-words (nearest: count-word")
                .hasMessageContaining("no operator of the job has a stored name")
                .hasMessageContaining("written by job 'j'")
                .hasMessageContaining("--map old=new")
                .hasMessageContaining("--allow-non-restored-state");
        RestorePlan plan = RestorePlan.of(manifest(), renamed, Unclaimed.DROP);
        assertThat(plan.slice(0, 0).operators()).isEmpty();
    }

    @Test
    void anOperatorThatHadNoStateMayBeGone() throws IOException {
        add(0, 128, keyed("count-words", 1));
        add(1, 128, new OperatorSnapshot("map#1", null, Map.of(), 1, false));
        RestorePlan plan = plan(chain(0, derived("count-words", 1)));
        assertThat(plan.slice(0, 0).operators()).hasSize(1);
    }

    @Test
    void splitStateKeepsItsPlaceAtUnchangedParallelismElseSizesDifferByAtMostOne() throws IOException {
        add(
                0,
                10,
                plain("op", Redistribution.SPLIT, 1, false, 1, 2, 3, 4),
                plain("op", Redistribution.SPLIT, 1, false, 5));
        RestorePlan same = plan(chain(0, derived("op", 2)));
        assertThat(elements(same, "op", 0)).containsExactly(1, 2, 3, 4);
        assertThat(elements(same, "op", 1)).containsExactly(5);
        RestorePlan three = plan(chain(0, derived("op", 3)));
        assertThat(elements(three, "op", 0)).containsExactly(1);
        assertThat(elements(three, "op", 1)).containsExactly(2, 3);
        assertThat(elements(three, "op", 2)).containsExactly(4, 5);
        RestorePlan seven = plan(chain(0, derived("op", 7)));
        assertThat(elements(seven, "op", 0)).isEmpty();
    }

    @Test
    void unionStateIsGivenWholeToEachAndBroadcastStateOnce() throws IOException {
        add(0, 10, plain("u", Redistribution.UNION, 1, false, 1), plain("u", Redistribution.UNION, 1, false, 2));
        RestorePlan union = plan(chain(0, derived("u", 3)));
        for (int i = 0; i < 3; i++) {
            assertThat(elements(union, "u", i)).containsExactly(1, 2);
        }
        entries.clear();
        scales.clear();
        add(
                0,
                10,
                plain("b", Redistribution.BROADCAST, 1, false, 7),
                plain("b", Redistribution.BROADCAST, 1, false, 7));
        RestorePlan broadcast = plan(chain(0, derived("b", 3)));
        for (int i = 0; i < 3; i++) {
            assertThat(elements(broadcast, "b", i)).containsExactly(7);
        }
    }

    @Test
    void anOperatorIsDrainedOnlyIfAllItsOldSubtasksWere() throws IOException {
        add(0, 10, plain("a", Redistribution.SPLIT, 5, true, 1), plain("a", Redistribution.SPLIT, 3, false, 2));
        add(1, 10, plain("b", Redistribution.SPLIT, 5, true, 1), plain("b", Redistribution.SPLIT, 3, true, 2));
        RestorePlan plan = plan(chain(0, derived("a", 1)), chain(1, derived("b", 1)));
        assertThat(plan.slice(0, 0).operators().get(0).drain()).isEqualTo(Drain.PARTLY);
        assertThat(plan.slice(1, 0).operators().get(0).drain()).isEqualTo(Drain.DRAINED);
    }

    @Test
    void aRescaledSubtaskStartsFromTheSmallestWatermarkItInherits() throws IOException {
        add(0, 10, keyed("k", 9), keyed("k", 4), keyed("k", 6));
        RestorePlan one = plan(chain(0, derived("k", 1)));
        assertThat(one.slice(0, 0).operators().get(0).eventTime()).isEqualTo(4);
        RestorePlan ten = plan(chain(0, derived("k", 10)));
        assertThat(ten.slice(0, 0).operators().get(0).eventTime()).isEqualTo(9);
        assertThat(ten.slice(0, 9).operators().get(0).eventTime()).isEqualTo(6);
    }

    @Test
    void aManifestThatLacksASubtaskIsRefused() throws IOException {
        add(0, 10, keyed("k", 9), keyed("k", 4));
        entries.remove(1);
        assertThatThrownBy(() -> plan(chain(0, derived("k", 1))))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("operator=k")
                .hasMessageContaining("parallelism=2");
    }
}
