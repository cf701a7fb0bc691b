package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.OperatorStateBlock;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.restore.RestoredOperator.Drain;
import dev.weir.snapshot.restore.RestoredSubtask;
import dev.weir.snapshot.restore.SubtaskSlice;
import dev.weir.snapshot.restore.SubtaskSlice.ElementSlice;
import dev.weir.snapshot.restore.SubtaskSlice.InFlightSlice;
import dev.weir.snapshot.restore.SubtaskSlice.OperatorSlice;
import dev.weir.snapshot.segment.FakeKeyedSnapshot.Entry;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SegmentDamageTest {

    private static final StateMeta NAMES =
            new StateMeta("names", StateKind.VALUE, NamespaceKind.NONE, List.of(TypeHint.of(String.class)));

    private final CheckpointStorage storage = new MemoryStorage();
    private final SnapshotFiles files =
            new SnapshotFiles(storage, "j", 0, getClass().getClassLoader());
    private SubtaskStateHandle first = write(0, "a");
    private String path = "j/" + first.files().get(0);

    @BeforeEach
    void aSegmentIsWritten() {
        assertThat(first.files()).hasSize(1);
    }

    private SubtaskStateHandle write(int index, String value) {
        FakeKeyedSnapshot keyed = new FakeKeyedSnapshot();
        for (int group = 0; group < 5; group++) {
            keyed.add(NAMES, group, new Entry((long) group, null, value + group));
        }
        OperatorStateBlock positions = new OperatorStateBlock(Redistribution.UNION, List.of(new byte[] {1, 2, 3}));
        SubtaskSnapshot snapshot = new SubtaskSnapshot(
                List.of(new OperatorSnapshot("op", keyed, Map.of("positions", positions), 1, false)));
        try {
            return files.write(new SnapshotTarget(7, 1, 1, 0, index, 2, 5), snapshot);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SubtaskSlice slice(SubtaskStateHandle handle, int lastKeyGroup) {
        OperatorSlice operator = new OperatorSlice(
                "op", 0, lastKeyGroup, List.of(0), List.of(new ElementSlice("positions", 0, 0, 1)), 1, Drain.RUNNING);
        return new SubtaskSlice(0, 0, "chk-7", List.of(handle), List.of(operator), InFlightSlice.NONE);
    }

    private byte[] content() throws IOException {
        try (InputStream in = storage.open(path)) {
            return in.readAllBytes();
        }
    }

    private void replace(byte[] content) throws IOException {
        storage.delete(path);
        storage.putIfAbsent(path, content);
    }

    private void assertDamaged(SubtaskStateHandle handle, String fault) {
        assertThatThrownBy(() -> files.read(slice(handle, 4)))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining(path)
                .hasMessageContaining(fault);
    }

    @Test
    void aFileTruncatedAnywhereIsRefused() throws IOException {
        byte[] content = content();
        for (int length = 0; length < content.length; length++) {
            replace(Arrays.copyOf(content, length));
            assertDamaged(first, length == 0 ? "empty" : "");
        }
    }

    @Test
    void aFlippedBitAnywhereIsRefused() throws IOException {
        byte[] content = content();
        for (int i = 0; i < content.length; i++) {
            byte[] flipped = content.clone();
            flipped[i] ^= (byte) (1 << (i % 8));
            replace(flipped);
            assertDamaged(first, "");
        }
    }

    @Test
    void aFlippedBitIsRefusedAlsoWhereTheSubtaskHadNothing() throws IOException {
        OperatorStateBlock none = new OperatorStateBlock(Redistribution.SPLIT, List.of());
        SubtaskSnapshot empty =
                new SubtaskSnapshot(List.of(new OperatorSnapshot("op", null, Map.of("positions", none), 1, false)));
        SubtaskStateHandle handle = files.write(new SnapshotTarget(8, 1, 1, 0, 0, 2, 5), empty);
        OperatorSlice operator = new OperatorSlice(
                "op", 0, -1, List.of(), List.of(new ElementSlice("positions", 0, 0, 0)), 1, Drain.RUNNING);
        SubtaskSlice slice = new SubtaskSlice(0, 0, "chk-8", List.of(handle), List.of(operator), InFlightSlice.NONE);
        path = "j/" + handle.files().get(0);
        byte[] content = content();
        for (int i = 0; i < content.length; i++) {
            byte[] flipped = content.clone();
            flipped[i] ^= (byte) (1 << (i % 8));
            replace(flipped);
            assertThatThrownBy(() -> files.read(slice))
                    .isInstanceOf(DamagedCheckpointException.class)
                    .hasMessageContaining(path);
        }
    }

    @Test
    void aMissingFileIsRefused() throws IOException {
        storage.delete(path);
        assertDamaged(first, "missing");
    }

    @Test
    void anotherSubtasksFileIsRefused() throws IOException {
        SubtaskStateHandle second = write(1, "b");
        try (InputStream in = storage.open("j/" + second.files().get(0))) {
            replace(in.readAllBytes());
        }
        assertDamaged(first, "another's");
    }

    @Test
    void aBlockTakenForAnotherKeyGroupsIsRefused() {
        SegmentIndex.OperatorIndex operator =
                Objects.requireNonNull(first.index().operator("op"));
        SegmentIndex.KeyedStateIndex state = operator.keyedStates().get(0);
        Block zero = state.groups().get(0);
        Block one = state.groups().get(1);
        List<Block> swapped =
                List.of(new Block(0, 1, one.offset(), one.length()), new Block(1, 1, zero.offset(), zero.length()));
        assertDamaged(withGroups(swapped), "checksum");
    }

    @Test
    void forgedLengthsAndOffsetsCostNoMemory() {
        for (Block forged : List.of(
                new Block(0, 1, 60, Integer.MAX_VALUE),
                new Block(0, 1, Long.MAX_VALUE, 100),
                new Block(0, 1, 60, -1),
                new Block(0, 1, -1, 100),
                new Block(0, 1, 60, 3))) {
            assertDamaged(withGroups(List.of(forged)), "");
        }
        SubtaskStateHandle huge = new SubtaskStateHandle(
                first.identity(),
                7,
                first.file(),
                null,
                Long.MAX_VALUE,
                0,
                withGroups(List.of(new Block(0, 1, 60, Integer.MAX_VALUE))).index());
        assertDamaged(huge, "");
    }

    private SubtaskStateHandle withGroups(List<Block> groups) {
        SegmentIndex.OperatorIndex operator =
                Objects.requireNonNull(first.index().operator("op"));
        SegmentIndex.KeyedStateIndex state = operator.keyedStates().get(0);
        SegmentIndex.KeyedStateIndex changed = new SegmentIndex.KeyedStateIndex(
                state.name(),
                state.kind(),
                state.namespace(),
                state.timeToLive(),
                state.types(),
                state.values(),
                state.keys(),
                groups);
        SegmentIndex index = new SegmentIndex(List.of(new SegmentIndex.OperatorIndex(
                "op", 1, operator.drain(), operator.keyed(), List.of(changed), operator.operatorStates())));
        return new SubtaskStateHandle(
                first.identity(), 7, first.file(), null, first.sizeBytes(), first.crc32c(), index);
    }

    @Test
    void onlyTheKeyGroupsOfTheSliceAreRead() throws IOException {
        byte[] content = content();
        SegmentIndex.OperatorIndex operator =
                Objects.requireNonNull(first.index().operator("op"));
        Block last = operator.keyedStates().get(0).groups().get(4);
        content[(int) last.offset() + SegmentOutput.BLOCK_HEAD_BYTES] ^= 1;
        replace(content);
        assertThat(files.read(slice(first, 3)).operator("op")).isNotNull();
        assertDamaged(first, "checksum");
    }

    @Test
    void inlineStateIsVerifiedAsWell() throws IOException {
        byte[] content = content();
        SubtaskStateHandle inline = new SubtaskStateHandle(
                first.identity(), 7, null, content, first.sizeBytes(), first.crc32c(), first.index());
        assertThat(files.read(slice(inline, 4)).operators()).hasSize(1);
        content[content.length - 1] ^= 1;
        assertThatThrownBy(() -> files.read(slice(inline, 4)))
                .isInstanceOf(DamagedCheckpointException.class)
                .hasMessageContaining("manifest.json")
                .hasMessageContaining("checksum");
    }

    @Test
    void aStateReadAsAnotherKindOrTypeIsRefusedByName() throws IOException {
        RestoredSubtask restored = files.read(slice(first, 4));
        StateMeta asLong = new StateMeta("names", StateKind.LONG, NamespaceKind.NONE, List.of());
        StateMeta asInteger =
                new StateMeta("names", StateKind.VALUE, NamespaceKind.NONE, List.of(TypeHint.of(Integer.class)));
        for (StateMeta wrong : List.of(asLong, asInteger)) {
            assertThatThrownBy(() -> Objects.requireNonNull(restored.operator("op"))
                            .keyed()
                            .replay(wrong, new FakeKeyedSnapshot()))
                    .isInstanceOf(StateRegistrationException.class)
                    .hasMessageContaining("operator=op")
                    .hasMessageContaining("state=names");
        }
    }

    @Test
    void aSnapshotThatCantBeWrittenIsReleasedAndLeavesNothing() {
        FakeKeyedSnapshot keyed = new FakeKeyedSnapshot().add(NAMES, 0, new Entry(1L, null, new Thread()));
        SubtaskSnapshot snapshot = new SubtaskSnapshot(List.of(new OperatorSnapshot("op", keyed, Map.of(), 1, false)));
        assertThatThrownBy(() -> files.write(new SnapshotTarget(8, 1, 1, 0, 0, 1, 5), snapshot))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("operator=op")
                .hasMessageContaining("state=names")
                .hasMessageContaining("java.lang.Thread");
        assertThat(keyed.releases()).isEqualTo(1);
        assertThat(fileNames("j/chk-8")).isEmpty();
    }

    private List<String> fileNames(String folder) {
        try {
            return storage.list(folder).stream()
                    .map(CheckpointStorage.StoredFile::path)
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aDiscardedHandlesFileIsGone() throws IOException {
        files.discard(first);
        files.discard(first);
        assertThat(fileNames("j")).isEmpty();
    }
}
