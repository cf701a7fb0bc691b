package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.KeyCodec;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.segment.StateCodec;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Snapshot;

/** Pushes the entries of states that are in a database. One thread at a time. */
final class RowReader {

    private final NativeDb db;
    private final @Nullable Snapshot snapshot;
    private final ClassLoader loader;

    /** @param snapshot the frozen view to read; null for what is there now */
    RowReader(NativeDb db, @Nullable Snapshot snapshot, ClassLoader loader) {
        this.db = db;
        this.snapshot = snapshot;
        this.loader = loader;
    }

    /**
     * What is needed to read a state.
     *
     * @param stored kind, namespace and stamps are those of the rows, the types those that are declared now
     * @param values the classes of its values
     * @param keys the classes of its keys
     * @param firstGroup the first key group that has a count
     * @param counts how many entries each key group has
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Source(
            StateMeta stored, ColumnFamilyHandle family, Schema values, Schema keys, int firstGroup, int[] counts) {}

    /**
     * Pushes one state.
     *
     * @param wanted the key groups
     * @throws StateRegistrationException where it can't be read as it is declared
     */
    void push(Source source, KeyGroupRange wanted, KeyedStateSink sink) throws IOException {
        sink.state(source.stored);
        Codecs codecs = new Codecs(loader);
        Pushing pushing;
        try {
            KeyCodec keys = codecs.keys();
            keys.admit(source.keys);
            pushing = new Pushing(source, wanted, keys, StateCodec.reader(source.stored, source.values, codecs), sink);
            db.read(snapshot, source.family, RowFormat.prefix(wanted.first()), pushing);
        } catch (CodecException | KryoException e) {
            throw new StateRegistrationException("what is stored can't be read as it is declared: state="
                    + source.stored.name() + ", " + e.getMessage());
        }
        pushing.requireWhole();
    }

    /** Hands on the rows of a state. */
    private static final class Pushing implements NativeDb.Rows {
        private final Source source;
        private final KeyGroupRange wanted;
        private final KeyCodec keys;
        private final StateCodec.Reader values;
        private final KeyedStateSink sink;
        private final Input row = new Input();
        private final Input value = new Input();
        private int keyGroup = -1;
        private int left;

        Pushing(Source source, KeyGroupRange wanted, KeyCodec keys, StateCodec.Reader values, KeyedStateSink sink) {
            this.source = source;
            this.wanted = wanted;
            this.keys = keys;
            this.values = values;
            this.sink = sink;
        }

        @Override
        public boolean accept(byte[] rowBytes, byte[] valueBytes) throws IOException {
            int group = RowFormat.keyGroup(rowBytes);
            if (group > wanted.last()) {
                return false;
            }
            if (group != keyGroup) {
                requireWhole();
                keyGroup = group;
                left = source.counts[group - source.firstGroup];
                sink.keyGroup(group, left);
            }
            left--;
            row.setBuffer(rowBytes);
            value.setBuffer(valueBytes);
            Object key = RowFormat.key(row, keys);
            boolean isNamespaced = source.stored.namespace() == NamespaceKind.LONG;
            @Nullable Long namespace = isNamespaced ? RowFormat.namespace(row) : null;
            sink.entry(key, namespace, values.read(value));
            return true;
        }

        void requireWhole() throws IOException {
            if (left != 0) {
                throw new IOException("a key group must have the entries that were counted: state="
                        + source.stored.name() + ", keyGroup=" + keyGroup + ", missing=" + left);
            }
        }
    }
}
