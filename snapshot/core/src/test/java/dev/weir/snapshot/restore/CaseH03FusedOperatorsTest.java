package dev.weir.snapshot.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.restore.OperatorTarget.Origin;
import dev.weir.snapshot.restore.RestorePlan.Unclaimed;
import dev.weir.snapshot.segment.FakeKeyedSnapshot;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two keyed operators fused into one task, whose snapshots carry different max parallelisms. */
class CaseH03FusedOperatorsTest {

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "j", 0, getClass().getClassLoader());

    private Manifest stored() throws IOException {
        List<SubtaskEntry> entries = new ArrayList<>();
        for (int chain = 0; chain < 2; chain++) {
            String uid = chain == 0 ? "first" : "second";
            OperatorSnapshot operator = new OperatorSnapshot(uid, new FakeKeyedSnapshot(), Map.of(), 0, false);
            SnapshotTarget target = new SnapshotTarget(1, 1, 1, chain, 0, 1, 100 - chain);
            entries.add(new SubtaskEntry(
                    chain, 0, List.of(uid), files.write(target, new SubtaskSnapshot(List.of(operator)))));
        }
        Map<String, OperatorScale> scales =
                Map.of("first", new OperatorScale(1, 100), "second", new OperatorScale(1, 99));
        return new Manifest(1, "j", "L", null, 1, 1, 1, Manifest.Kind.SAVEPOINT, 0, "n", scales, Map.of(), entries);
    }

    private static List<ChainTarget> fused(Origin origin) {
        return List.of(new ChainTarget(
                0, List.of(new OperatorTarget("first", 3, 121, origin), new OperatorTarget("second", 3, 121, origin))));
    }

    @Test
    void isRefusedWithBothOperatorsAndBothFigures() throws IOException {
        Manifest manifest = stored();
        assertThatThrownBy(() -> RestorePlan.of(manifest, fused(Origin.DERIVED), Unclaimed.REFUSE))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("operator=first, stored max parallelism=100")
                .hasMessageContaining("operator=second, stored max parallelism=99")
                .hasMessageContaining("--max-parallelism 100");
    }

    @Test
    void isPossibleWhereBothAreToBeConverted() throws IOException {
        RestorePlan plan =
                RestorePlan.of(stored(), fused(Origin.EXPLICIT), RestoreOptions.DEFAULT.withMaxParallelism(121));
        assertThat(plan.maxParallelisms()).containsEntry("first", 121).containsEntry("second", 121);
    }
}
