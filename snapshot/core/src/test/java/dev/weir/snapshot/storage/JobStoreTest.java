package dev.weir.snapshot.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.Kind;
import dev.weir.snapshot.restore.RestoreOptions;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobStoreTest {

    private final CheckpointStorage storage = new MemoryStorage();

    private static Manifest manifest(long id, long epoch, String lineage, Kind kind) {
        return new Manifest(1, "job", lineage, null, id, epoch, 1, kind, 0, "n" + id, Map.of(), Map.of(), List.of());
    }

    private static Manifest manifest(long id, long epoch) {
        return manifest(id, epoch, "L1", Kind.CHECKPOINT);
    }

    private JobStore claimed() throws IOException {
        JobStore store = JobStore.open(storage, "job");
        store.claim();
        return store;
    }

    @Test
    void idsRiseOverCoordinatorsAndTheFirstIsOne() throws IOException {
        JobStore first = claimed();
        assertThat(first.reserveIds(10)).isEqualTo(1);
        assertThat(first.reserveIds(5)).isEqualTo(11);
        assertThat(claimed().reserveIds(1)).isEqualTo(16);
    }

    @Test
    void aPredecessorStepsDownAndDeletesNothing() throws IOException {
        JobStore first = claimed();
        first.recordLineage("L1", null);
        first.reserveIds(10);
        JobStore second = claimed();
        assertThat(first.publish(manifest(1, 1), 1)).isEqualTo(PublishOutcome.SUPERSEDED);
        assertThatThrownBy(() -> first.deleteUnpublished(1)).isInstanceOf(SteppedDownException.class);
        assertThatThrownBy(() -> first.reserveIds(1)).isInstanceOf(SteppedDownException.class);
        assertThat(second.sweep()).as("its manifest is a leftover").isEqualTo(1);
    }

    @Test
    void aPausedPredecessorsDeletionIsRefused() throws IOException {
        JobStore first = claimed();
        first.reserveIds(10);
        claimed();
        assertThatThrownBy(() -> first.deleteUnpublished(1)).isInstanceOf(SteppedDownException.class);
        assertThatThrownBy(first::sweep).isInstanceOf(SteppedDownException.class);
    }

    @Test
    void onlySubsumedCheckpointsMayBeDeleted() throws IOException {
        JobStore store = claimed();
        store.recordLineage("L1", null);
        store.reserveIds(10);
        store.publish(manifest(1, 1), 2);
        store.publish(manifest(3, 1), 2);
        assertThatThrownBy(() -> store.deleteUnpublished(1)).hasMessageContaining("id=1");
        store.publish(manifest(4, 1), 2);
        assertThatThrownBy(() -> store.deleteUnpublished(3)).hasMessageContaining("id=3");
        store.deleteUnpublished(1);
        assertThat(storage.list("job/chk-1")).isEmpty();
        assertThat(storage.list("job/chk-3")).hasSize(1);
    }

    @Test
    void anIdMustBeReservedAndRise() throws IOException {
        JobStore store = claimed();
        store.reserveIds(3);
        assertThatThrownBy(() -> store.publish(manifest(4, 1), 1)).isInstanceOf(IllegalArgumentException.class);
        store.publish(manifest(2, 1), 1);
        assertThatThrownBy(() -> store.publish(manifest(1, 1), 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.publish(manifest(3, 2), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void recoveryLooksOnlyAtThePresentLineage() throws IOException {
        JobStore store = claimed();
        store.recordLineage("L1", null);
        store.reserveIds(10);
        store.publish(manifest(1, 1), 1);
        store.recordLineage("L2", "L1");
        JobStore next = JobStore.open(storage, "job");
        Claim claim = next.claim();
        assertThat(claim.lineage()).contains("L2");
        assertThat(next.parentLineage()).contains("L1");
        assertThat(claim.newest()).isEmpty();
        assertThat(claim.retained()).hasSize(1);
    }

    private SavepointFolder folder(long id) {
        return SavepointFolder.of("memory", storage, "job", id);
    }

    @Test
    void theSavepointThatALineageWasStartedFromIsKnownUntilTheNextLineageBegins() throws IOException {
        JobStore store = claimed();
        assertThat(store.startedFrom()).isEmpty();
        StartedFrom from = new StartedFrom(
                "file:///savepoints/savepoint-first-7",
                Ownership.CLAIM,
                StartedFrom.Keeping.APART,
                RestoreOptions.DEFAULT.mapping("old", "new").withMaxParallelism(64));
        store.recordLineage("L2", "L1", from);
        for (int slot = 0; slot < 2 * LogState.FULL_EVERY; slot++) {
            store.recordJobState("RUNNING");
        }
        JobStore next = claimed();
        assertThat(next.startedFrom()).hasValue(from);
        ClaimedSavepoint claimed = new ClaimedSavepoint(from.savepoint(), "L2");
        assertThat(next.claimedSavepoints()).containsExactly(claimed);
        assertThat(next.parentLineage()).hasValue("L1");
        next.recordLineage("L3", "L2");
        JobStore third = claimed();
        assertThat(third.startedFrom()).isEmpty();
        assertThat(third.claimedSavepoints()).containsExactly(claimed);
        third.releaseClaimed(claimed);
        assertThat(claimed().claimedSavepoints()).isEmpty();
    }

    private JobStore withSavepoint(SavepointRole role) throws IOException {
        JobStore store = claimed();
        store.recordLineage("L1", null);
        store.reserveIds(10);
        store.publish(manifest(1, 1), 1);
        assertThat(store.publishSavepoint(manifest(2, 1, "L1", Kind.SAVEPOINT), folder(2), role))
                .isEqualTo(PublishOutcome.PUBLISHED);
        return store;
    }

    @Test
    void aSavepointIsNoRecoveryPointAndIsNeverSweptNorSubsumed() throws IOException {
        JobStore store = withSavepoint(SavepointRole.COPY);
        assertThat(store.recoveryPoints())
                .extracting(CheckpointRef::checkpointId)
                .containsExactly(1L);
        store.publish(manifest(3, 1), 1);
        JobStore next = JobStore.open(storage, "job");
        assertThat(next.claim().newest())
                .get()
                .extracting(CheckpointRef::checkpointId)
                .isEqualTo(3L);
        next.sweep();
        assertThat(folder(2).read().checkpointId()).isEqualTo(2);
    }

    @Test
    void theSavepointOfAStopIsRestoredUntilANewerCheckpointCompletes() throws IOException {
        withSavepoint(SavepointRole.RECOVERY_POINT);
        JobStore next = JobStore.open(storage, "job");
        CheckpointRef newest = next.claim().newest().orElseThrow();
        assertThat(newest.savepoint()).isEqualTo("memory/savepoint-job-2");
        assertThat(next.read(newest, folder(2)).checkpointId()).isEqualTo(2);
        assertThatThrownBy(() -> next.read(newest)).hasMessageContaining("savepoint-job-2");
        long id = next.reserveIds(1);
        next.publish(manifest(id, 2), 1);
        assertThat(JobStore.open(storage, "job").claim().newest())
                .get()
                .extracting(CheckpointRef::checkpointId)
                .isEqualTo(id);
        assertThat(folder(2).read().checkpointId()).as("it stays").isEqualTo(2);
    }

    @Test
    void aDiscardedSavepointLeavesNoFileAndIsNothingToRecoverFrom() throws IOException {
        JobStore store = withSavepoint(SavepointRole.RECOVERY_POINT);
        storage.putIfAbsent("savepoint-job-2/e1-a1-c0-s0.seg", new byte[1]);
        store.discardSavepoint(2, folder(2));
        assertThat(storage.list("savepoint-job-2")).isEmpty();
        assertThat(JobStore.open(storage, "job").claim().newest())
                .get()
                .extracting(CheckpointRef::checkpointId)
                .isEqualTo(1L);
    }

    @Test
    void droppedCheckpointsAreGoneAndSavepointsStay() throws IOException {
        JobStore store = withSavepoint(SavepointRole.COPY);
        store.dropCheckpoints();
        assertThat(storage.list("job/chk-1")).isEmpty();
        assertThat(folder(2).read().checkpointId()).isEqualTo(2);
        JobStore next = JobStore.open(storage, "job");
        assertThat(next.claim().newest()).isEmpty();
        assertThat(next.isDropped()).isTrue();
        next.recordLineage("L2", "L1");
        assertThat(next.isDropped()).isFalse();
    }

    /** What the dropped checkpoint had committed would be repeated from the older savepoint. */
    @Test
    void theSavepointOfAStopIsNoRecoveryPointBehindADroppedCheckpoint() throws IOException {
        JobStore store = withSavepoint(SavepointRole.RECOVERY_POINT);
        store.publish(manifest(3, 1), 1);
        store.dropCheckpoints();
        JobStore next = JobStore.open(storage, "job");
        assertThat(next.claim().newest()).isEmpty();
        assertThat(next.isDropped()).isTrue();
    }

    @Test
    void aSavepointIsFoundByTheUriOfItsFolder() throws IOException {
        withSavepoint(SavepointRole.COPY);
        SavepointFolder found = SavepointFolder.at("memory/savepoint-job-2/", uri -> {
            assertThat(uri).isEqualTo("memory");
            return storage;
        });
        assertThat(found.read().checkpointId()).isEqualTo(2);
        assertThatThrownBy(() ->
                        SavepointFolder.at("memory/elsewhere", uri -> storage).read())
                .hasMessageContaining("elsewhere/manifest.json")
                .hasMessageContaining("this is no savepoint");
        assertThatThrownBy(() -> SavepointFolder.at("nonsense", uri -> storage))
                .hasMessageContaining("the URI of its own folder");
    }

    @Test
    void theSweepRemovesOnlyWhatOlderEpochsLeftBehind() throws IOException {
        JobStore first = claimed();
        first.recordLineage("L1", null);
        first.reserveIds(10);
        first.publish(manifest(1, 1), 1);
        storage.putIfAbsent("job/chk-2/e1-a1-c0-s0.seg", new byte[1]);
        JobStore second = claimed();
        long id = second.reserveIds(1);
        storage.putIfAbsent("job/chk-" + id + "/e2-a1-c0-s0.seg", new byte[1]);
        assertThat(second.sweep()).isEqualTo(1);
        assertThat(storage.list("job/chk-2")).isEmpty();
        assertThat(storage.list("job/chk-" + id)).hasSize(1);
    }

    @Test
    void afterAFullSlotOnlyClaimsStayAndTheStateIsTheSame() throws IOException {
        JobStore first = claimed();
        first.recordLineage("L1", null);
        JobStore second = claimed();
        second.reserveIds(1000);
        for (int id = 1; id <= 250; id++) {
            second.publish(manifest(id, 2), 1);
        }
        second.recordJobState("RUNNING");
        List<String> slots = storage.list("job/log").stream()
                .map(CheckpointStorage.StoredFile::path)
                .toList();
        assertThat(slots).hasSizeLessThan(110).contains("job/log/000000000001", "job/log/000000000003");
        JobStore third = JobStore.open(storage, "job");
        Claim claim = third.claim();
        assertThat(claim.epoch()).isEqualTo(3);
        assertThat(claim.newest()).get().extracting(CheckpointRef::checkpointId).isEqualTo(250L);
        assertThat(third.jobState()).contains("RUNNING");
        assertThat(third.reserveIds(1)).isEqualTo(1001);
        assertThatThrownBy(() -> first.recordJobState("x")).isInstanceOf(SteppedDownException.class);
    }

    @Test
    void aDamagedSlotIsRefusedByName() throws IOException {
        claimed().recordJobState("RUNNING");
        String slot = "job/log/000000000002";
        byte[] content;
        try (InputStream in = storage.open(slot)) {
            content = in.readAllBytes();
        }
        for (byte[] damaged : List.of(new byte[0], Arrays.copyOf(content, content.length / 2), flipped(content))) {
            storage.delete(slot);
            storage.putIfAbsent(slot, damaged);
            assertThatThrownBy(this::claimed)
                    .isInstanceOf(DamagedCheckpointException.class)
                    .hasMessageContaining(slot);
        }
    }

    private static byte[] flipped(byte[] content) {
        byte[] flipped = content.clone();
        flipped[content.length / 2] ^= 1;
        return flipped;
    }

    @Test
    void aNewerFormatIsRefusedWithBothVersions() {
        Manifest newer =
                new Manifest(3, "job", "L", null, 1, 1, 1, Kind.CHECKPOINT, 0, "n", Map.of(), Map.of(), List.of());
        assertThatThrownBy(() -> Manifest.parse("m", newer.toBytes()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("found version=3")
                .hasMessageContaining("newest known version=2");
    }

    @Test
    void aJobIdThatWouldLeaveItsFolderIsRefused() {
        for (String id : List.of("", "..", "a/b", ".hidden", "a b")) {
            assertThatThrownBy(() -> JobStore.open(storage, id)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
