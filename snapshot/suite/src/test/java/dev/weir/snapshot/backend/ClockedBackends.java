package dev.weir.snapshot.backend;

import static dev.weir.snapshot.backend.BackendFixture.MAX_PARALLELISM;

import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.format.SubtaskStateHandle;
import dev.weir.snapshot.keygroup.KeyGroups;
import dev.weir.snapshot.plugin.KeyedStateSpec;
import dev.weir.snapshot.plugin.TestedBackend;
import dev.weir.snapshot.restore.ChainTarget;
import dev.weir.snapshot.restore.OperatorTarget;
import dev.weir.snapshot.restore.RestorePlan;
import dev.weir.snapshot.segment.SnapshotFiles;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Backends that own all key groups, by a clock that the test turns; savepoints of them. */
final class ClockedBackends {

    private static final String UID = "op";

    private final SnapshotFiles files =
            new SnapshotFiles(new MemoryStorage(), "job", 0, getClass().getClassLoader());
    private long nowMillis = 1_700_000_000_000L;
    private long savepoints;

    void pass(long millis) {
        nowMillis += millis;
    }

    long nowMillis() {
        return nowMillis;
    }

    KeyedStateBackend empty() {
        return from(RestoredKeyedState.EMPTY);
    }

    KeyedStateBackend from(RestoredKeyedState restored) {
        try {
            return TestedBackend.current()
                    .open(new KeyedStateSpec(
                            UID,
                            0,
                            1,
                            KeyGroups.rangeOf(0, 1, MAX_PARALLELISM),
                            MAX_PARALLELISM,
                            restored,
                            () -> nowMillis));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that a backend holds, in the canonical format. */
    SubtaskStateHandle written(KeyedStateBackend backend) throws IOException {
        SnapshotTarget target = new SnapshotTarget(++savepoints, 1, 1, 0, 0, 1, MAX_PARALLELISM);
        OperatorSnapshot operator = new OperatorSnapshot(UID, backend.freeze(), Map.of(), 0, false);
        return files.write(target, new SubtaskSnapshot(List.of(operator)));
    }

    KeyedStateBackend restored(SubtaskStateHandle savepoint) throws IOException {
        Manifest manifest = new Manifest(
                Manifest.FORMAT_VERSION,
                "job",
                "L1",
                null,
                savepoint.checkpointId(),
                1,
                1,
                Manifest.Kind.CHECKPOINT,
                0,
                "nonce",
                Map.of(UID, new OperatorScale(1, MAX_PARALLELISM)),
                Map.of(),
                List.of(new SubtaskEntry(0, 0, List.of(UID), savepoint)));
        OperatorTarget target = new OperatorTarget(UID, 1, MAX_PARALLELISM, OperatorTarget.Origin.EXPLICIT);
        RestorePlan plan =
                RestorePlan.of(manifest, List.of(new ChainTarget(0, List.of(target))), RestorePlan.Unclaimed.REFUSE);
        return from(Objects.requireNonNull(files.read(plan.slice(0, 0)).operator(UID))
                .keyed());
    }

    /** A backend that is restored from a savepoint of another. */
    KeyedStateBackend reopened(KeyedStateBackend backend) throws IOException {
        return restored(written(backend));
    }
}
