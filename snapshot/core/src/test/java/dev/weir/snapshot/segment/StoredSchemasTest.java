package dev.weir.snapshot.segment;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.OperatorScale;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.OperatorSnapshot;
import dev.weir.snapshot.format.SnapshotTarget;
import dev.weir.snapshot.format.SubtaskSnapshot;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.storage.MemoryStorage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is stored is held against the program's classes before anything of the program runs. */
class StoredSchemasTest {

    record Price(long cents) {}

    record Place(int row, int seat) {}

    /** A program that lacks a class. */
    private static final class Without extends ClassLoader {
        private final String gone;

        Without(Class<?> gone) {
            super(StoredSchemasTest.class.getClassLoader());
            this.gone = gone.getName();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(gone)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    private static Manifest stored() throws IOException {
        StateMeta meta = new StateMeta("prices", StateKind.LIST, NamespaceKind.NONE, List.of(TypeHint.of(Price.class)));
        FakeKeyedSnapshot keyed = new FakeKeyedSnapshot()
                .add(meta, 3, new FakeKeyedSnapshot.Entry(new Place(1, 2), null, List.of(new Price(100))));
        SnapshotFiles files = new SnapshotFiles(new MemoryStorage(), "j", 0, StoredSchemasTest.class.getClassLoader());
        SubtaskSnapshot snapshot =
                new SubtaskSnapshot(List.of(new OperatorSnapshot("seats", keyed, Map.of(), 0, false)));
        SubtaskEntry entry = new SubtaskEntry(
                0, 0, List.of("seats"), files.write(new SnapshotTarget(1, 1, 1, 0, 0, 1, 7), snapshot));
        Map<String, OperatorScale> scales = Map.of("seats", new OperatorScale(1, 7));
        return new Manifest(
                1, "j", "L", null, 1, 1, 1, Manifest.Kind.SAVEPOINT, 0, "n", scales, Map.of(), List.of(entry));
    }

    @Test
    void aProgramWithTheClassesCanReadIt() throws IOException {
        Manifest manifest = stored();
        assertThatCode(() -> StoredSchemas.requireReadable(manifest, getClass().getClassLoader()))
                .doesNotThrowAnyException();
    }

    @Test
    void aValuesClassThatIsGoneIsNamedWithOperatorAndState() throws IOException {
        Manifest manifest = stored();
        assertThatThrownBy(() -> StoredSchemas.requireReadable(manifest, new Without(Price.class)))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("operator=seats, state=prices")
                .hasMessageContaining("is gone: class=" + Price.class.getName())
                .hasMessageContaining("--allow-non-restored-state");
    }

    @Test
    void aKeysClassThatIsGoneIsNamedToo() throws IOException {
        Manifest manifest = stored();
        assertThatThrownBy(() -> StoredSchemas.requireReadable(manifest, new Without(Place.class)))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("operator=seats, state=prices")
                .hasMessageContaining(Place.class.getName());
    }
}
