package dev.weir.snapshot.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.OperatorStateBlock.Redistribution;
import dev.weir.snapshot.inspect.InspectedJob.Customer;
import dev.weir.snapshot.inspect.OperatorInfo.OperatorStateInfo;
import dev.weir.snapshot.inspect.SnapshotInfo.EdgeInfo;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.storage.FileStorage;
import dev.weir.snapshot.storage.JobStore;
import dev.weir.snapshot.storage.SavepointFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint and a savepoint of the same job on file storage are looked into. */
class SnapshotInspectorTest {

    private static final int INLINE = 1 << 20;

    @TempDir
    private Path root = Path.of("");

    private String checkpoint = "";
    private String savepoint = "";

    @BeforeEach
    void bothAreWritten() throws IOException {
        FileStorage storage = new FileStorage(root);
        JobStore store = JobStore.open(storage, InspectedJob.JOB);
        long epoch = store.claim().epoch();
        store.recordLineage("L2", "L1");
        store.reserveIds(3);
        SnapshotFiles files = new SnapshotFiles(storage, InspectedJob.JOB, 0, loader());
        store.publish(InspectedJob.write(files, 2, epoch, Manifest.Kind.CHECKPOINT), 1);
        checkpoint = root.resolve("shop/chk-2").toUri().toString();
        savepoint = savepoint(0, "savepoint-shop-3");
    }

    private String savepoint(int inlineThresholdBytes, String name) throws IOException {
        FileStorage storage = new FileStorage(root);
        SavepointFolder folder = new SavepointFolder(root.toUri().toString(), storage, name);
        SnapshotFiles files = SnapshotFiles.of(folder, inlineThresholdBytes, loader());
        Manifest manifest = InspectedJob.write(files, 3, 1, Manifest.Kind.SAVEPOINT);
        storage.putIfAbsent(name + "/manifest.json", manifest.toBytes());
        return root.resolve(name).toUri().toString();
    }

    private ClassLoader loader() {
        return getClass().getClassLoader();
    }

    @Test
    void whatIsInACheckpointIsToldWithoutTheJobsClasses() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(checkpoint, ClassLoader.getPlatformClassLoader())) {
            SnapshotInfo info = inspector.info();
            assertThat(info.jobId()).isEqualTo(InspectedJob.JOB);
            assertThat(info.checkpointId()).isEqualTo(2);
            assertThat(info.kind()).isEqualTo(Manifest.Kind.CHECKPOINT);
            assertThat(info.triggerTime()).isEqualTo(Instant.ofEpochMilli(1_700_000_000_000L));
            assertThat(info.lineage()).isEqualTo("L2");
            assertThat(info.parentLineage()).isEqualTo("L1");
            assertThat(info.files()).isEqualTo(4);
            assertThat(info.underWay()).singleElement().satisfies((EdgeInfo edge) -> {
                assertThat(edge.edge()).isEqualTo(InspectedJob.EDGE);
                assertThat(edge.records()).isEqualTo(6);
                assertThat(edge.bytes()).isPositive();
            });
            OperatorInfo operator = info.operator("count");
            assertThat(info.operators()).containsExactly(operator);
            assertThat(operator.parallelism()).isEqualTo(InspectedJob.PARALLELISM);
            assertThat(operator.maxParallelism()).isEqualTo(InspectedJob.MAX_PARALLELISM);
            assertThat(operator.enumeratorBytes()).isEqualTo(3);
            assertThat(info.bytes())
                    .isEqualTo(operator.bytes() + info.underWay().get(0).bytes());
            assertThat(operator.operatorStates()).singleElement().satisfies((OperatorStateInfo state) -> {
                assertThat(state.name()).isEqualTo("offsets");
                assertThat(state.redistribution()).isEqualTo(Redistribution.SPLIT);
                assertThat(state.elements()).isEqualTo(6);
                assertThat(state.bytes()).isPositive();
            });
        }
    }

    @Test
    void aStateHasItsKindTypesSchemaAndKeyGroups() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(savepoint, ClassLoader.getPlatformClassLoader())) {
            OperatorInfo operator = inspector.info().operator("count");
            assertThat(operator.keyedStates())
                    .extracting(KeyedStateInfo::name)
                    .containsExactly("customer", "limits", "pages", "timers", "total");
            KeyedStateInfo customer = operator.keyedState("customer");
            assertThat(customer.kind()).isEqualTo(StateKind.VALUE);
            assertThat(customer.namespace()).isEqualTo(NamespaceKind.NONE);
            assertThat(customer.types()).containsExactly(Customer.class.getName());
            assertThat(customer.valueSchema())
                    .contains("record " + Customer.class.getName() + "(java.lang.String name, int visits)");
            assertThat(operator.keyedState("pages").namespace()).isEqualTo(NamespaceKind.LONG);
            Map<Integer, Long> expected = new HashMap<>();
            InspectedJob.keys().forEach(key -> expected.merge(InspectedJob.groupOf(key), 1L, Long::sum));
            Map<Integer, Long> found = new HashMap<>();
            customer.keyGroups().forEach(group -> found.put(group.keyGroup(), group.entries()));
            assertThat(found).isEqualTo(expected);
            assertThat(customer.entries()).isEqualTo(InspectedJob.KEYS);
            assertThat(customer.bytes()).isPositive();
            assertThat(inspector.info().underWay()).isEmpty();
            assertThat(inspector.info().kind()).isEqualTo(Manifest.Kind.SAVEPOINT);
        }
    }

    @Test
    void everyEntryOfEveryKindIsGivenOnceInRisingKeyGroups() throws IOException {
        for (String uri : List.of(checkpoint, savepoint, savepoint(INLINE, "all-in-the-manifest"))) {
            try (SnapshotInspector inspector = SnapshotInspector.open(uri, loader())) {
                Map<Object, Object> values = new HashMap<>();
                for (String state : List.of("total", "customer", "pages", "limits", "timers")) {
                    List<StateEntry> entries = entries(inspector.state("count", state));
                    assertThat(entries).extracting(StateEntry::keyGroup).isSorted();
                    assertThat(entries)
                            .extracting(StateEntry::key)
                            .containsExactlyInAnyOrderElementsOf(InspectedJob.keys());
                    assertThat(entries).allMatch(entry -> entry.keyGroup() == InspectedJob.groupOf(entry.key()));
                    entries.forEach(entry -> values.put(state + entry.key(), entry.value()));
                }
                assertThat(values)
                        .containsEntry("total30", 300L)
                        .containsEntry("timers30", 300L)
                        .containsEntry("customerb", InspectedJob.customerOf("b"))
                        .containsEntry("pagesb", List.of("page b"))
                        .containsEntry("limitsb", Map.of("most", 9));
            }
        }
    }

    private static List<StateEntry> entries(InspectedState state) {
        try (Stream<StateEntry> entries = state.entries()) {
            return entries.toList();
        }
    }

    @Test
    void oneKeyIsReadByObjectOrByText() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(savepoint, loader())) {
            InspectedState total = inspector.state("count", "total");
            assertThat(total.get(12L)).containsExactly(new StateEntry(InspectedJob.groupOf(12L), 12L, null, 120L));
            assertThat(total.get(12)).isEmpty();
            assertThat(total.get("b")).extracting(StateEntry::value).containsExactly(5L);
            assertThat(total.getByText("b")).isEqualTo(total.get("b"));
            assertThat(total.getByText("7")).extracting(StateEntry::key).containsExactlyInAnyOrder("7", 7, 7L);
            assertThat(total.getByText("31")).isEmpty();
            assertThat(inspector.state("count", "pages").get(3L))
                    .extracting(StateEntry::namespace)
                    .containsExactly(InspectedJob.WINDOW_START_MS);
        }
    }

    @Test
    void valuesAreReadAsAnotherTypeIfItIsDeclared() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(savepoint, loader())) {
            InspectedState limits = inspector.state("count", "limits");
            assertThat(limits.declaredAs(TypeHint.of(String.class), TypeHint.of(Long.class))
                            .get(3L))
                    .extracting(StateEntry::value)
                    .containsExactly(Map.of("most", 9L));
            assertThatThrownBy(() -> limits.declaredAs(TypeHint.of(String.class)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("types=2, given=1");
        }
    }

    @Test
    void withoutTheJobsClassesItsValuesAreRefusedByName() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(savepoint, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> inspector.state("count", "customer").get(3L))
                    .isInstanceOf(StateRegistrationException.class)
                    .hasMessageContaining("operator=count, state=customer")
                    .hasMessageContaining(Customer.class.getName());
            assertThat(inspector.state("count", "total").get(3L)).hasSize(1);
        }
    }

    @Test
    void aNameThatIsntThereIsAnsweredWithThoseThatAre() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(savepoint, loader())) {
            assertThatThrownBy(() -> inspector.state("counter", "total"))
                    .isInstanceOf(NoSuchElementException.class)
                    .hasMessageContaining("[count]");
            assertThatThrownBy(() -> inspector.state("count", "totals"))
                    .isInstanceOf(NoSuchElementException.class)
                    .hasMessageContaining("total");
        }
    }

    @Test
    void aWholeSnapshotHasNoDamage() throws IOException {
        for (String uri : List.of(checkpoint, savepoint, savepoint(INLINE, "all-in-the-manifest"))) {
            assertThat(SnapshotInspector.verify(uri)).isEmpty();
        }
    }

    @Test
    void truncatedFlippedAndMissingFilesAreAllListed() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(checkpoint, loader())) {
            List<Path> segments = segments("shop/chk-2");
            byte[] first = Files.readAllBytes(segments.get(0));
            Files.write(segments.get(0), Arrays.copyOf(first, first.length - 1));
            byte[] second = Files.readAllBytes(segments.get(1));
            second[second.length / 2] ^= 4;
            Files.write(segments.get(1), second);
            Files.delete(segments.get(2));

            List<DamagedFile> damaged = inspector.verify();

            assertThat(damaged)
                    .extracting(DamagedFile::file)
                    .containsExactlyInAnyOrderElementsOf(segments.stream()
                            .map(segment -> "chk-2/" + segment.getFileName())
                            .toList());
            assertThat(damaged)
                    .extracting(DamagedFile::reason)
                    .anyMatch(reason -> reason.contains("truncated"))
                    .anyMatch(reason -> reason.contains("checksum"))
                    .anyMatch(reason -> reason.contains("missing"));
        }
    }

    @Test
    void everyFlippedBitAndEveryLengthIsFound() throws IOException {
        Path segment = segments("savepoint-shop-3").get(1);
        byte[] whole = Files.readAllBytes(segment);
        for (int at = 0; at < whole.length; at += 13) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << (at % 8));
            Files.write(segment, flipped);
            assertThat(SnapshotInspector.verify(savepoint)).hasSize(1);
            Files.write(segment, Arrays.copyOf(whole, at));
            assertThat(SnapshotInspector.verify(savepoint)).hasSize(1);
        }
        Files.write(segment, Arrays.copyOf(whole, whole.length + 1));
        assertThat(SnapshotInspector.verify(savepoint))
                .extracting(DamagedFile::file)
                .containsExactly("savepoint-shop-3/" + segment.getFileName());
    }

    @Test
    void aDamagedManifestIsOneOfTheFiles() throws IOException {
        Path manifest = root.resolve("savepoint-shop-3/manifest.json");
        byte[] whole = Files.readAllBytes(manifest);
        whole[whole.length / 2] ^= 1;
        Files.write(manifest, whole);
        assertThat(SnapshotInspector.verify(savepoint))
                .extracting(DamagedFile::file)
                .containsExactly("savepoint-shop-3/manifest.json");
        assertThatThrownBy(() -> SnapshotInspector.open(savepoint)).isInstanceOf(DamagedCheckpointException.class);
    }

    @Test
    void damageIsNamedWhereEntriesAreRead() throws IOException {
        try (SnapshotInspector inspector = SnapshotInspector.open(savepoint, loader())) {
            Path segment = segments("savepoint-shop-3").get(2);
            byte[] whole = Files.readAllBytes(segment);
            Files.write(segment, Arrays.copyOf(whole, whole.length / 2)); // timers and operator state come last
            InspectedState timers = inspector.state("count", "timers");
            assertThatThrownBy(() -> entries(timers))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(segment.getFileName().toString());
        }
    }

    @Test
    void aCheckpointIsWholeWithWhatItRefersToInOlderOnes() throws IOException {
        SnapshotFiles files = new SnapshotFiles(new FileStorage(root), "rounds", 0, loader());
        for (Manifest manifest : InspectedJob.writeRounds(files, 3)) {
            new FileStorage(root)
                    .putIfAbsent("rounds/chk-" + manifest.checkpointId() + "/manifest.json", manifest.toBytes());
        }
        String last = root.resolve("rounds/chk-3").toUri().toString();
        try (SnapshotInspector inspector = SnapshotInspector.open(last, loader())) {
            SnapshotInfo info = inspector.info();
            assertThat(info.referredBytes()).isPositive().isLessThan(info.bytes());
            assertThat(info.operator("count").keyedState("total").entries()).isEqualTo(InspectedJob.KEYS);
            Map<Object, Object> totals = new HashMap<>();
            entries(inspector.state("count", "total")).forEach(entry -> totals.put(entry.key(), entry.value()));
            Map<Object, Object> expected = new HashMap<>();
            InspectedJob.keys().forEach(key -> expected.put(key, InspectedJob.valueOf(key)));
            expected.put(1L, InspectedJob.valueOf(1L) + 2); // two rounds have added to it
            assertThat(totals).isEqualTo(expected);
            assertThat(inspector.state("count", "total").get(2L)).hasSize(1);
            assertThat(inspector.verify()).isEmpty();
        }
        Path older = segments("rounds/chk-1").get(0);
        byte[] whole = Files.readAllBytes(older);
        Files.write(older, Arrays.copyOf(whole, whole.length / 3));
        assertThat(SnapshotInspector.verify(last))
                .extracting(DamagedFile::file)
                .containsExactly("chk-1/" + older.getFileName());
    }

    private List<Path> segments(String folder) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .toList();
        }
    }
}
