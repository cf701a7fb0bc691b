package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.KeyedEntries;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.format.SegmentIndex.Block;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.format.SnapshotBase.StateContents;
import dev.weir.snapshot.state.TypeHint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the keyed state of one operator, a block per state and key group; groups that needn't be written are only named.
 * Memory: the largest key group of a state.
 */
final class KeyedStateWriter implements KeyedStateSink {

    private static final int INITIAL_BYTES = 4096;

    private final String uid;
    private final SegmentOutput out;
    private final Codecs codecs;
    private final Reuse reuse;
    private final List<KeyedStateIndex> states = new ArrayList<>();
    private final List<StateContents> contents = new ArrayList<>();
    private final Output buffer = new Output(INITIAL_BYTES, -1);

    private @Nullable Current current;
    private int keyGroup = -1;
    private int lastKeyGroup = -1;
    private @Nullable Object offered;
    private int entriesLeft;
    private int entries;

    /** The state being written. */
    private record Current(
            StateMeta meta, List<ValueCodec<?>> types, StateCodec.Writer writer, EntryKeys keys, StoredGroups groups) {}

    /** @param reuse says which groups needn't be written */
    KeyedStateWriter(String uid, SegmentOutput out, Codecs codecs, Reuse reuse) {
        this.uid = uid;
        this.out = out;
        this.codecs = codecs;
        this.reuse = reuse;
    }

    @Override
    public void state(StateMeta meta) throws IOException {
        endState();
        if (meta.namespace() == NamespaceKind.OBJECT) {
            throw new IOException(
                    "state per object namespace can't be stored yet: operator=" + uid + ", state=" + meta.name());
        }
        List<ValueCodec<?>> types = StateCodec.codecs(meta, codecs);
        current = new Current(
                meta, types, StateCodec.writer(meta, types), new EntryKeys(codecs.keys()), new StoredGroups());
        lastKeyGroup = -1;
    }

    @Override
    public boolean takes(int nextKeyGroup, int entriesToCome, Object content) throws IOException {
        endGroup();
        Current state = requireState();
        Reuse.Referred there = reuse.find(uid, state.meta.name(), nextKeyGroup, content);
        if (there == null) {
            offered = content;
            return false;
        }
        requireRising(nextKeyGroup);
        state.groups.add(there);
        return true;
    }

    private void requireRising(int nextKeyGroup) throws IOException {
        if (nextKeyGroup <= lastKeyGroup) {
            throw new IOException("key groups must come in rising order: operator=" + uid + ", state="
                    + requireState().meta.name() + ", keyGroup=" + nextKeyGroup);
        }
        lastKeyGroup = nextKeyGroup;
    }

    @Override
    public void keyGroup(int nextKeyGroup, int entriesToCome) throws IOException {
        endGroup();
        requireRising(nextKeyGroup);
        keyGroup = nextKeyGroup;
        entries = entriesToCome;
        entriesLeft = entriesToCome;
        buffer.reset();
    }

    @Override
    public void entry(Object key, @Nullable Object namespace, Object value) throws IOException {
        Current state = requireState();
        try {
            state.keys.codec().write(buffer, key);
            if (state.meta.namespace() == NamespaceKind.LONG) {
                buffer.writeVarLong(requireLong(namespace), false);
            }
            state.writer.write(buffer, value);
        } catch (CodecException e) {
            throw cantBeStored(state, e);
        }
        entriesLeft--;
    }

    @Override
    public void entries(KeyedEntries entries) throws IOException {
        Current state = requireState();
        boolean namespaced = state.meta.namespace() == NamespaceKind.LONG;
        boolean longs = entries.hasLongs();
        try {
            while (entries.next()) {
                state.keys.write(buffer, entries);
                if (namespaced) {
                    buffer.writeVarLong(entries.namespace(), false);
                }
                if (longs) {
                    state.writer.writeLong(buffer, entries.longValue());
                } else {
                    state.writer.write(buffer, entries.value());
                }
                entriesLeft--;
            }
        } catch (CodecException e) {
            throw cantBeStored(state, e);
        }
    }

    private IOException cantBeStored(Current state, CodecException reason) {
        return new IOException(
                "an entry can't be stored: operator=" + uid + ", state=" + state.meta.name() + ": "
                        + reason.getMessage(),
                reason);
    }

    private static long requireLong(@Nullable Object namespace) {
        if (namespace instanceof Long number) {
            return number;
        }
        throw new CodecException("a namespace must be a Long: namespace=" + namespace);
    }

    private Current requireState() {
        Current state = current;
        if (state == null) {
            throw new IllegalStateException("state(meta) comes before key groups and entries");
        }
        return state;
    }

    private void endGroup() throws IOException {
        if (keyGroup < 0) {
            return;
        }
        Current state = requireState();
        boolean mayBeFewer = state.meta.timeToLive() == TimeToLive.STAMPED;
        if (entriesLeft < 0 || (entriesLeft > 0 && !mayBeFewer)) {
            throw new IOException("a key group must have the entries announced: operator=" + uid + ", keyGroup="
                    + keyGroup + ", announced=" + entries + ", written=" + (entries - entriesLeft));
        }
        if (entriesLeft == entries) {
            offered = null;
            keyGroup = -1;
            return;
        }
        long offset = out.position();
        String place = place(uid, state.meta.name(), keyGroup);
        int length = out.block(place, buffer.getBuffer(), buffer.position());
        state.groups.add(new Block(keyGroup, entries - entriesLeft, offset, length), offered);
        offered = null;
        keyGroup = -1;
    }

    private void endState() throws IOException {
        endGroup();
        Current state = current;
        if (state != null) {
            KeyedStateIndex written = new KeyedStateIndex(
                    state.meta.name(),
                    state.meta.kind(),
                    state.meta.namespace(),
                    state.meta.timeToLive(),
                    state.meta.valueTypes().stream().map(TypeHint::toString).toList(),
                    state.types.isEmpty()
                            ? dev.weir.snapshot.codec.Schema.EMPTY
                            : state.types.get(0).schema(),
                    state.keys.codec().schema(),
                    List.of());
            for (StateContents stored : state.groups.bySchema(uid, written)) {
                states.add(stored.state());
                contents.add(stored);
            }
            current = null;
        }
    }

    /** Ends the last state. */
    List<KeyedStateIndex> finish() throws IOException {
        endState();
        return states;
    }

    /** What the groups hold that are named by {@link #finish}. */
    List<StateContents> contents() {
        return List.copyOf(contents);
    }

    /** What a keyed block's checksum starts with. */
    static String place(String uid, String state, int keyGroup) {
        return uid + "\n" + state + "\n" + keyGroup;
    }
}
