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
import dev.weir.snapshot.segment.StateCodec;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Snapshot;

/**
 * A frozen view of a database, held by whoever has written it or may restore from it; the last one to let go releases it.
 * Any thread.
 */
final class FrozenRows {

    private final NativeDb db;
    private final Snapshot snapshot;
    private final List<FrozenState> states;
    private final ClassLoader loader;
    private int holders = 1;

    FrozenRows(NativeDb db, Snapshot snapshot, List<FrozenState> states, ClassLoader loader) {
        this.db = db;
        this.snapshot = snapshot;
        this.states = List.copyOf(states);
        this.loader = loader;
    }

    List<FrozenState> states() {
        return states;
    }

    /** @throws IllegalStateException where the last holder has let go */
    synchronized void hold() {
        if (holders == 0) {
            throw new IllegalStateException("a snapshot is written or kept before it is released, not afterwards");
        }
        holders++;
    }

    /** To be called once by each holder. */
    void letGo() {
        boolean last;
        synchronized (this) {
            holders--;
            last = holders == 0;
        }
        if (last) {
            db.release(snapshot);
        }
    }

    /** Pushes one state. */
    void push(FrozenState state, StateMeta reader, KeyedStateSink sink) throws IOException {
        sink.state(state.meta());
        Codecs codecs = new Codecs(loader);
        Pushing pushing;
        try {
            KeyCodec keys = codecs.keys();
            keys.admit(state.keys());
            pushing = new Pushing(
                    state,
                    keys,
                    StateCodec.reader(reader.with(state.meta().timeToLive()), state.values(), codecs),
                    sink);
            db.read(snapshot, state.family(), pushing);
        } catch (CodecException | KryoException e) {
            throw new StateRegistrationException(
                    "what is stored can't be read as it is declared: state=" + reader.name() + ", " + e.getMessage());
        }
        pushing.requireWhole();
    }

    /** Hands on the rows of a state. */
    private static final class Pushing implements NativeDb.Rows {
        private final FrozenState state;
        private final KeyCodec keys;
        private final StateCodec.Reader values;
        private final KeyedStateSink sink;
        private final Input row = new Input();
        private final Input value = new Input();
        private int keyGroup = -1;
        private int left;

        Pushing(FrozenState state, KeyCodec keys, StateCodec.Reader values, KeyedStateSink sink) {
            this.state = state;
            this.keys = keys;
            this.values = values;
            this.sink = sink;
        }

        @Override
        public void accept(byte[] rowBytes, byte[] valueBytes) throws IOException {
            int group = RowFormat.keyGroup(rowBytes);
            if (group != keyGroup) {
                requireWhole();
                keyGroup = group;
                left = state.counts()[group - state.firstGroup()];
                sink.keyGroup(group, left);
            }
            left--;
            row.setBuffer(rowBytes);
            value.setBuffer(valueBytes);
            Object key = RowFormat.key(row, keys);
            @Nullable Long namespace = state.meta().namespace() == NamespaceKind.LONG ? RowFormat.namespace(row) : null;
            sink.entry(key, namespace, values.read(value));
        }

        void requireWhole() throws IOException {
            if (left != 0) {
                throw new IOException("a key group must have the entries that were counted: state="
                        + state.meta().name() + ", keyGroup=" + keyGroup + ", missing=" + left);
            }
        }
    }
}
