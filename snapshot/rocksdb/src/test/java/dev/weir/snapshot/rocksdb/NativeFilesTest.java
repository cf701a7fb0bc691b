package dev.weir.snapshot.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.KeyedStateBackend;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.NativeIndex;
import dev.weir.snapshot.format.NativeIndex.NativeFile;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SnapshotBase;
import dev.weir.snapshot.plugin.StateFigures;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.LongStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.ValueState;
import dev.weir.snapshot.state.ValueStateDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of RocksDB's own files: what is written, what is referred to, and how they are taken over. */
class NativeFilesTest {

    private static final LongStateDescriptor TOTAL = LongStateDescriptor.of("total");
    private static final ValueStateDescriptor<Object> ANY = ValueStateDescriptor.of("any", Object.class);

    @TempDir
    private Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // before each test
    private DiskSubtasks subtasks;

    @BeforeEach
    void open() {
        subtasks = new DiskSubtasks(folder);
    }

    @AfterEach
    void close() {
        subtasks.close();
    }

    /** It can be copied, as it is immutable, but not stored. */
    private static Object unstorable() {
        return String.class;
    }

    private static NativeIndex natives(SnapshotBase written) {
        return Objects.requireNonNull(
                Objects.requireNonNull(written.handle().index().operator(DiskSubtasks.UID))
                        .nativeState());
    }

    /** Files of rows, by their paths. */
    private static Set<String> rowFiles(SnapshotBase written) {
        return natives(written).files().stream()
                .filter(file -> file.name().endsWith(".sst"))
                .map(NativeFile::path)
                .collect(Collectors.toSet());
    }

    private static long newBytes(SnapshotBase written, SnapshotBase base) {
        Set<String> known = rowFiles(base);
        return natives(written).files().stream()
                .filter(file -> file.path() != null && !known.contains(file.path()))
                .mapToLong(NativeFile::sizeBytes)
                .sum();
    }

    private static void fill(KeyedStateBackend backend, long from, long to) {
        var total = backend.state(TOTAL);
        for (long key = from; key < to; key++) {
            if (DiskSubtasks.select(backend, key)) {
                total.add(key);
            }
        }
    }

    private static long sum(KeyedStateBackend backend, long keys) {
        var total = backend.state(TOTAL);
        long sum = 0;
        for (long key = 0; key < keys; key++) {
            sum += DiskSubtasks.select(backend, key) ? total.value() : 0;
        }
        return sum;
    }

    @Test
    void aCheckpointHasOnlyNewFilesWhereLittleHasChanged() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        fill(backend, 0, 50_000);
        SnapshotBase first = subtasks.checkpoint(backend, 0, 1, null);
        fill(backend, 0, 10);
        SnapshotBase second = subtasks.checkpoint(backend, 0, 1, first);
        assertThat(rowFiles(second)).containsAll(rowFiles(first));
        assertThat(newBytes(second, first)).isLessThan(20_000);
        assertThat(second.handle().ownFiles()).isNotEmpty();
    }

    @Test
    void filesThatARestoreHasTakenOverAreReferredToAfterwards() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        fill(backend, 0, 20_000);
        SnapshotBase first = subtasks.checkpoint(backend, 0, 1, null);
        backend.close();

        KeyedStateBackend restored = subtasks.open(0, 1, subtasks.manifest(List.of(first)));
        assertThat(sum(restored, 20_000)).isEqualTo(20_000L * 19_999 / 2);
        fill(restored, 5, 6);
        SnapshotBase second = subtasks.checkpoint(restored, 0, 1, first);
        assertThat(rowFiles(second)).containsAll(rowFiles(first));
        restored.close();

        KeyedStateBackend again = subtasks.open(0, 1, subtasks.manifest(List.of(second)));
        assertThat(sum(again, 20_000)).isEqualTo(20_000L * 19_999 / 2 + 5);
        assertThat(again.entryCount()).isEqualTo(20_000);
    }

    @Test
    void rescalingCutsAndJoinsFiles() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        fill(backend, 0, 3_000);
        Manifest one = subtasks.manifest(List.of(subtasks.checkpoint(backend, 0, 1, null)));
        backend.close();
        List<KeyedStateBackend> three = subtasks.openAll(3, one);
        assertThat(three.stream().mapToLong(each -> sum(each, 3_000)).sum()).isEqualTo(3_000L * 2_999 / 2);
        assertThat(three.stream().mapToLong(KeyedStateBackend::entryCount).sum())
                .isEqualTo(3_000);
        Manifest threeWritten = subtasks.checkpointAll(three);
        List<KeyedStateBackend> two = subtasks.openAll(2, threeWritten);
        assertThat(two.stream().mapToLong(each -> sum(each, 3_000)).sum()).isEqualTo(3_000L * 2_999 / 2);
        assertThat(two).allSatisfy(each -> assertThat(each.entryCount()).isPositive());
    }

    @Test
    void whatCantBeStoredFailsTheCheckpointAndTheStateGoesOn() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        ValueState<Object> any = backend.state(ANY);
        DiskSubtasks.select(backend, 1L);
        any.update(unstorable());
        assertThatThrownBy(() -> subtasks.checkpoint(backend, 0, 1, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("state=any")
                .hasMessageContaining("java.lang.Class");
        DiskSubtasks.select(backend, 1L);
        any.update("storable");
        DiskSubtasks.select(backend, 2L);
        any.update(7);
        SnapshotBase written = subtasks.checkpoint(backend, 0, 1, null);
        KeyedStateBackend restored = subtasks.open(0, 1, subtasks.manifest(List.of(written)));
        ValueState<Object> read = restored.state(ANY);
        DiskSubtasks.select(restored, 1L);
        assertThat(read.value()).isEqualTo("storable");
    }

    @Test
    void classesMetBeforeAndAfterARestoreAreReadTogether() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        ValueState<Object> any = backend.state(ANY);
        DiskSubtasks.select(backend, 1L);
        any.update("text");
        Manifest first = subtasks.manifest(List.of(subtasks.checkpoint(backend, 0, 1, null)));
        KeyedStateBackend second = subtasks.open(0, 1, first);
        any = second.state(ANY);
        DiskSubtasks.select(second, 2L);
        any.update(Duration.ofMillis(5));
        Manifest written = subtasks.manifest(List.of(subtasks.checkpoint(second, 0, 1, null)));
        KeyedStateBackend third = subtasks.open(0, 1, written);
        any = third.state(ANY);
        DiskSubtasks.select(third, 1L);
        assertThat(any.value()).isEqualTo("text");
        DiskSubtasks.select(third, 2L);
        assertThat(any.value()).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void subtasksThatNumberTheirClassesDifferentlyAreJoined() throws IOException {
        List<KeyedStateBackend> two = subtasks.openAll(2, null);
        for (int subtask = 0; subtask < 2; subtask++) {
            ValueState<Object> any = two.get(subtask).state(ANY);
            for (long key = 0; key < 100; key++) {
                if (DiskSubtasks.select(two.get(subtask), key)) {
                    any.update((key + subtask) % 2 == 0 ? (Object) ("text " + key) : (Object) (int) key);
                }
            }
        }
        KeyedStateBackend one = subtasks.openAll(1, subtasks.checkpointAll(two)).get(0);
        ValueState<Object> any = one.state(ANY);
        for (long key = 0; key < 100; key++) {
            DiskSubtasks.select(one, key);
            assertThat(any.value()).isIn("text " + key, (int) key);
        }
    }

    @Test
    void aStateThatNothingDeclaresAnyMoreIsGoneFromTheNextCheckpoint() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        fill(backend, 0, 100);
        DiskSubtasks.select(backend, 1L);
        backend.state(ANY).update("not wanted");
        Manifest written = subtasks.manifest(List.of(subtasks.checkpoint(backend, 0, 1, null)));
        KeyedStateBackend restored = subtasks.open(0, 1, written);
        assertThat(restored.unclaimed()).contains("any");
        assertThat(sum(restored, 100)).isEqualTo(100L * 99 / 2);
        SnapshotBase next = subtasks.checkpoint(restored, 0, 1, null);
        assertThat(natives(next).states()).extracting(KeyedStateIndex::name).containsExactly("total");
    }

    @Test
    void aStateOfAnotherKindIsRefusedAndOneWithANewTimeToLiveIsConverted() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        DiskSubtasks.select(backend, 1L);
        backend.state(ANY).update("kept");
        Manifest written = subtasks.manifest(List.of(subtasks.checkpoint(backend, 0, 1, null)));
        KeyedStateBackend other = subtasks.open(0, 1, written);
        assertThatThrownBy(() -> other.state(ListStateDescriptor.of("any", Object.class)))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("any");
        KeyedStateBackend expiring = subtasks.open(0, 1, written);
        ValueState<Object> any = expiring.state(ANY.withTtl(StateTtl.of(Duration.ofDays(1))));
        DiskSubtasks.select(expiring, 1L);
        assertThat(any.value()).isEqualTo("kept");
    }

    @Test
    void aViewThatIsGivenUpIsMissingFromNothing() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        for (int round = 0; round < 5; round++) {
            fill(backend, 0, 2_000);
            backend.freeze().release();
        }
        SnapshotBase written = subtasks.checkpoint(backend, 0, 1, null);
        KeyedStateBackend restored = subtasks.open(0, 1, subtasks.manifest(List.of(written)));
        assertThat(sum(restored, 2_000)).isEqualTo(5 * 2_000L * 1_999 / 2);
    }

    @Test
    void figuresTellOfMemtablesCompactionAndCaches() throws IOException {
        KeyedStateBackend backend = subtasks.open(0, 1, null);
        fill(backend, 0, 5_000);
        backend.beginBatch(DiskSubtasks.batch(1, 2, 100_000));
        StateFigures figures = subtasks.figures().get(0);
        assertThat(figures.uid()).isEqualTo(DiskSubtasks.UID);
        assertThat(figures.values().get("memtableBytes")).isPositive();
        assertThat(figures.values().get("backgroundErrors")).isZero();
        assertThat(figures.values()).containsKeys("pendingCompactionBytes", "runningCompactions", "blockCacheBytes");
        assertThat(figures.values().getOrDefault("objectCacheHits", 0L)
                        + figures.values().getOrDefault("objectCacheMisses", 0L))
                .isEqualTo(3);
        assertThat(figures.values().get("objectCacheMisses")).isPositive();
        subtasks.checkpoint(backend, 0, 1, null);
        assertThat(subtasks.figures().get(0).values().get("sstFilesBytes")).isPositive();
        assertThat(subtasks.figures().get(0).values().get("estimatedRows")).isEqualTo(5_000);
        backend.close();
        assertThat(subtasks.figures()).isEmpty();
    }
}
