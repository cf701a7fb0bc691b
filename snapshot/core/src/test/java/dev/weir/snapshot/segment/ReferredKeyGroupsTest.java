package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.KeyedSnapshot;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReferredKeyGroupsTest {

    private final CheckpointStorage storage = new MemoryStorage();
    private final OneSubtask job = new OneSubtask(storage, 0);
    private Keyed keyed = new Keyed(RestoredKeyedState.EMPTY);

    private void fill() {
        for (long key = 0; key < 200; key++) {
            keyed.count(key, key);
        }
    }

    private SnapshotBase checkpoint(SnapshotBase base) throws IOException {
        return job.checkpoint(keyed.backend().freeze(), base);
    }

    private SnapshotBase first() throws IOException {
        return job.checkpoint(keyed.backend().freeze(), null);
    }

    private static List<Integer> groupsIn(SubtaskStateHandle handle, int segment) {
        return OneSubtask.operator(handle).keyedStates().stream()
                .flatMap(state -> state.groups().stream())
                .filter(block -> block.segment() == segment)
                .map(Block::keyGroup)
                .toList();
    }

    @Test
    void onlyTheKeyGroupThatChangedIsWritten() throws IOException {
        fill();
        SnapshotBase base = first();
        keyed.count(3, 77);
        SubtaskStateHandle second = checkpoint(base).handle();
        assertThat(groupsIn(second, Block.OWN)).containsExactly(Keyed.groupOf(3));
        assertThat(second.files()).containsExactly("chk-1/e1-a1-c0-s0.seg", "chk-2/e1-a1-c0-s0.seg");
        assertThat(second.newBytes()).isLessThan(base.handle().newBytes() / 3);
        assertThat(second.fullBytes()).isGreaterThan(base.handle().newBytes());
        assertThat(new Keyed(job.restored(second)).text()).isEqualTo(keyed.text());
    }

    @Test
    void whatIsReadAndNotWrittenIsUnchanged() throws IOException {
        fill();
        SnapshotBase base = first();
        for (int i = 0; i < 100; i++) {
            keyed.read(new Random(i));
        }
        assertThat(groupsIn(checkpoint(base).handle(), Block.OWN)).isEmpty();
    }

    @Test
    void withoutTheBaseAllIsWritten() throws IOException {
        fill();
        first();
        assertThat(first().handle().index().others()).isEmpty();
    }

    @Test
    void aBlockIsReferredToWhereItLiesAlsoOverSeveralCheckpoints() throws IOException {
        fill();
        SnapshotBase base = first();
        for (long key = 0; key < 3; key++) {
            keyed.count(key, -1);
            base = checkpoint(base);
        }
        assertThat(base.handle().files()).contains("chk-1/e1-a1-c0-s0.seg");
        assertThat(new Keyed(job.restored(base.handle())).text()).isEqualTo(keyed.text());
    }

    @Test
    void aSegmentInTheManifestIsNotReferredTo() throws IOException {
        OneSubtask inline = new OneSubtask(storage, 1 << 20);
        fill();
        SnapshotBase base = inline.checkpoint(keyed.backend().freeze(), null);
        assertThat(inline.checkpoint(keyed.backend().freeze(), base).handle().files())
                .isEmpty();
    }

    @Test
    void aCheckpointThatRefersToOthersMayItselfBeInTheManifest() throws IOException {
        fill();
        SnapshotBase base = first();
        OneSubtask inline = new OneSubtask(storage, 1 << 20);
        SubtaskStateHandle second =
                inline.checkpoint(keyed.backend().freeze(), base).handle();
        assertThat(second.files()).containsExactly("chk-1/e1-a1-c0-s0.seg");
        assertThat(second.inline()).isNotNull();
        assertThat(new Keyed(inline.restored(second)).text()).isEqualTo(keyed.text());
    }

    @Test
    void aSegmentThatIsHardlyUsedAnyMoreIsLeftBehind() throws IOException {
        fill();
        SnapshotBase base = first();
        for (long key = 0; key < 200; key++) {
            if (Keyed.groupOf(key) != 0) {
                keyed.count(key, -key);
            }
        }
        base = checkpoint(base);
        assertThat(base.handle().files()).as("one group of seven").contains("chk-1/e1-a1-c0-s0.seg");
        base = checkpoint(base);
        assertThat(base.handle().files()).doesNotContain("chk-1/e1-a1-c0-s0.seg");
        assertThat(new Keyed(job.restored(base.handle())).text()).isEqualTo(keyed.text());
    }

    @Test
    void otherSegmentsAreFewHoweverManyCheckpointsThereAre() throws IOException {
        fill();
        SnapshotBase base = first();
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            keyed.count(random.nextInt(200), i);
            base = checkpoint(base);
            assertThat(base.handle().index().others()).hasSizeLessThanOrEqualTo(Reuse.MOST_OTHERS);
        }
        assertThat(new Keyed(job.restored(base.handle())).text()).isEqualTo(keyed.text());
    }

    @Test
    void blocksThatWereWrittenByAnotherSchemaKeepIt() throws IOException {
        keyed.anything(1, "text");
        SnapshotBase base = first();
        keyed.anything(other(1), 5);
        base = checkpoint(base);
        List<KeyedStateIndex> stored = OneSubtask.operator(base.handle()).keyedStates().stream()
                .filter(state -> state.name().equals("anything"))
                .toList();
        assertThat(stored).hasSize(2);
        assertThat(new Keyed(job.restored(base.handle())).text()).isEqualTo(keyed.text());
    }

    /** A key of another group. */
    private static long other(long key) {
        long found = key;
        while (Keyed.groupOf(found) == Keyed.groupOf(key)) {
            found++;
        }
        return found;
    }

    @Test
    void aMissingSegmentOfAnOlderCheckpointIsNamed() throws IOException {
        fill();
        SnapshotBase base = first();
        keyed.count(3, 77);
        SubtaskStateHandle second = checkpoint(base).handle();
        storage.delete("job/chk-1/e1-a1-c0-s0.seg");
        assertThatThrownBy(() -> job.restored(second))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining("job/chk-1/e1-a1-c0-s0.seg")
                .hasMessageContaining("missing");
    }

    /** Rounds complete, are given up, are rolled back in memory or read from storage, in any order. */
    @Seeds(300)
    void whatIsRestoredIsWhatWasFrozen(long seed) throws IOException {
        Random random = new Random(seed);
        Map<Long, SnapshotBase> bases = new HashMap<>();
        Map<Long, String> contents = new HashMap<>();
        Map<Long, RestoredKeyedState> versions = new HashMap<>();
        long completed = 0;
        for (int step = 0; step < 40; step++) {
            for (int i = random.nextInt(8); i > 0; i--) {
                keyed.change(random);
                keyed.read(random);
            }
            int what = random.nextInt(10);
            if (what < 6) {
                KeyedSnapshot frozen = keyed.backend().freeze();
                RestoredKeyedState version = frozen.asRestored();
                SnapshotBase written = job.checkpoint(frozen, bases.get(completed));
                long id = job.lastId();
                contents.put(id, keyed.text());
                bases.put(id, written);
                versions.put(id, version);
                completed = random.nextInt(3) == 0 ? completed : id;
            } else if (what == 6 && completed != 0) {
                keyed = new Keyed(Objects.requireNonNull(versions.get(completed)));
                assertThat(keyed.text()).isEqualTo(contents.get(completed));
            } else if (what == 7 && completed != 0) {
                keyed = new Keyed(job.restored(
                        Objects.requireNonNull(bases.get(completed)).handle()));
                assertThat(keyed.text()).isEqualTo(contents.get(completed));
            } else if (what == 8) {
                bases.remove(completed);
                completed = 0;
            }
        }
        for (Map.Entry<Long, SnapshotBase> base : bases.entrySet()) {
            String restored = new Keyed(job.restored(base.getValue().handle())).text();
            assertThat(restored).isEqualTo(contents.get(base.getKey()));
        }
    }
}
