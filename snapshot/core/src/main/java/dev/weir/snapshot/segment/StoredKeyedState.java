package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.backend.KeyedStateSink;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.KeyCodec;
import dev.weir.snapshot.codec.Schema.TypeKind;
import dev.weir.snapshot.format.DamagedCheckpointException;
import dev.weir.snapshot.format.SegmentIndex;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.state.TypeHint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Keyed state in verified blocks, decoded as it is replayed. One thread at a time. */
final class StoredKeyedState implements RestoredKeyedState {

    /**
     * One key group of one state.
     *
     * @param file where it was, for messages
     * @param content stands for what the block holds
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Piece(KeyedStateIndex state, SegmentIndex.Block block, byte[] payload, String file, Object content) {}

    private final String uid;
    private final Codecs codecs;
    private final Map<String, List<Piece>> piecesByState = new TreeMap<>();
    private final Map<String, List<KeyedStateIndex>> indexes = new TreeMap<>();

    StoredKeyedState(String uid, Codecs codecs) {
        this.uid = uid;
        this.codecs = codecs;
    }

    /**
     * Makes a state known, be it without entries here.
     *
     * @param name what it is called now
     */
    void addState(String name, KeyedStateIndex state) {
        piecesByState.computeIfAbsent(name, added -> new ArrayList<>());
        indexes.computeIfAbsent(name, added -> new ArrayList<>()).add(state);
    }

    void add(String name, Piece piece) {
        piecesByState.computeIfAbsent(name, added -> new ArrayList<>()).add(piece);
    }

    @Override
    public Set<String> names() {
        return Set.copyOf(piecesByState.keySet());
    }

    @Override
    public void replay(StateMeta reader, KeyedStateSink sink) throws IOException {
        List<Piece> pieces = piecesByState.getOrDefault(reader.name(), List.of());
        try {
            IdentityHashMap<KeyedStateIndex, StateCodec.Reader> readers = new IdentityHashMap<>();
            KeyCodec keys = codecs.keys();
            for (KeyedStateIndex stored : indexes.getOrDefault(reader.name(), List.of())) {
                requireSameKind(reader, stored);
                keys.admit(stored.keys());
                readers.put(stored, StateCodec.reader(reader.with(stored.timeToLive()), stored.values(), codecs));
            }
            sink.state(reader.with(stampsOf(reader.name())));
            List<Piece> inOrder = new ArrayList<>(pieces);
            inOrder.sort(Comparator.comparingInt(piece -> piece.block.keyGroup()));
            for (Piece piece : inOrder) {
                StateCodec.Reader values = readers.get(piece.state);
                if (values != null && !(isAsDeclared(piece.state, reader) && isTaken(piece, sink))) {
                    replay(piece, keys, values, sink);
                }
            }
        } catch (CodecException | KryoException e) {
            throw new StateRegistrationException("what is stored can't be read as it is declared: operator=" + uid
                    + ", state=" + reader.name() + ", " + e.getMessage());
        }
    }

    private static boolean isTaken(Piece piece, KeyedStateSink sink) throws IOException {
        return sink.takes(piece.block.keyGroup(), piece.block.entries(), piece.content);
    }

    /**
     * Whether what is read is what was written, whatever the program's classes are now: else a content that was read with
     * one version of a class would be read with another one later.
     */
    private static boolean isAsDeclared(KeyedStateIndex stored, StateMeta reader) {
        List<String> declared =
                reader.valueTypes().stream().map(TypeHint::toString).toList();
        return stored.types().equals(declared)
                && stored.timeToLive() == reader.timeToLive()
                && Stream.concat(stored.values().types().stream(), stored.keys().types().stream())
                        .allMatch(type -> type.kind() == TypeKind.BUILT_IN);
    }

    /** Whether a state is stored with stamps. */
    private TimeToLive stampsOf(String name) {
        List<TimeToLive> stamps = indexes.getOrDefault(name, List.of()).stream()
                .map(KeyedStateIndex::timeToLive)
                .distinct()
                .toList();
        if (stamps.size() > 1) {
            throw new StateRegistrationException("all subtasks store a state with a time to live, or none: operator="
                    + uid + ", state=" + name + "; restore an older checkpoint");
        }
        return stamps.isEmpty() ? TimeToLive.NONE : stamps.get(0);
    }

    private static void replay(Piece piece, KeyCodec keys, StateCodec.Reader values, KeyedStateSink sink)
            throws IOException {
        Input in = new Input(piece.payload);
        int entries = piece.block.entries();
        if (entries < 0 || entries > piece.payload.length) {
            throw new DamagedCheckpointException(
                    piece.file,
                    "the index names more entries than the block has bytes: entries=" + entries + ", bytes="
                            + piece.payload.length);
        }
        sink.keyGroup(piece.block.keyGroup(), entries);
        NamespaceKind namespaces = piece.state.namespace();
        sink.entries(new StoredEntries(keys, values, namespaces, in, entries));
        if (in.position() != piece.payload.length) {
            throw new DamagedCheckpointException(
                    piece.file,
                    "a block goes on behind its entries: keyGroup=" + piece.block.keyGroup() + ", read=" + in.position()
                            + ", length=" + piece.payload.length);
        }
    }

    private void requireSameKind(StateMeta reader, KeyedStateIndex stored) {
        if (reader.kind() != stored.kind() || reader.namespace() != stored.namespace()) {
            throw new StateRegistrationException("a state must keep its kind: operator=" + uid + ", state="
                    + reader.name() + ", stored=" + stored.kind() + " with namespace " + stored.namespace()
                    + ", declared=" + reader.kind() + " with namespace " + reader.namespace()
                    + "; give the new state another name");
        }
    }
}
