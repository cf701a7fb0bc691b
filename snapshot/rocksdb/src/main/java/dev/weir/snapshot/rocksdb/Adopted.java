package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.backend.RestoredKeyedState;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.format.SegmentIndex.KeyedStateIndex;
import dev.weir.snapshot.keygroup.KeyGroupRange;
import dev.weir.snapshot.plugin.StateBackendOptions;
import dev.weir.snapshot.rocksdb.RocksFiles.Part;
import dev.weir.snapshot.segment.StateCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/**
 * The column families of a database that may have been opened with restored files. Those of the largest part are there
 * already; of other parts the rows are copied when their state is declared. Invariant: a state is taken over only where its
 * rows can stay as they are and all that is restored of it is in files; any other is replayed. The owner thread uses it.
 */
final class Adopted {

    private static final String PREFIX = "state:";

    private final NativeDb db;
    private final KeyGroupRange groups;
    private final RestoredKeyedState restored;
    private final @Nullable RocksFiles files;
    private final @Nullable Part base;
    private final long memoryBytes;
    private final Codecs codecs;
    private final Set<String> opened = new HashSet<>();
    private boolean hasUnopened;

    /**
     * A database and what it has from the start.
     *
     * @param restored all that is restored, the files among it
     * @param files null where there is nothing to take over
     * @param base the part of the files that the database was opened with; null for none
     */
    Adopted(
            NativeDb db,
            KeyGroupRange groups,
            RestoredKeyedState restored,
            @Nullable RocksFiles files,
            @Nullable Part base,
            StateBackendOptions options) {
        this.db = db;
        this.groups = groups;
        this.restored = restored;
        this.files = files;
        this.base = base;
        this.memoryBytes = options.memoryBytes();
        this.codecs = new Codecs(options.loader());
        this.hasUnopened = base != null;
    }

    KeyGroupRange groups() {
        return groups;
    }

    /** Makes room for a state of which nothing is taken over. */
    RocksState.Stored add(StateMeta meta) {
        Map<String, ColumnFamilyHandle> there = db.families();
        String name = PREFIX + meta.name();
        while (there.containsKey(name)) {
            name += "'"; // the restored one is replayed from its files, or not wanted
        }
        opened.add(name);
        return new RocksState.Stored(
                meta, db.createFamily(name), name, new StateSchemas(Schema.EMPTY, Schema.EMPTY), null);
    }

    /**
     * Takes a restored state over.
     *
     * @return null where there is none, or it has to be replayed
     * @throws StateRegistrationException where it can't be read as it is declared
     */
    RocksState.@Nullable Stored find(StateMeta meta) {
        RocksFiles from = files;
        if (from == null || base == null || !isAsStored(from, meta)) {
            return null;
        }
        try {
            RocksState.Stored stored = takeOver(base, meta);
            for (Part part : from.parts()) {
                KeyedStateIndex state = part.state(meta.name());
                if (!part.folder().equals(base.folder()) && state != null && part.share(groups) > 0) {
                    copy(part, state, stored);
                }
            }
            new RowFormat(meta, stored.schemas(), codecs).reader(); // refuses what can't be read
            return stored;
        } catch (CodecException e) {
            throw new StateRegistrationException(
                    "what is stored can't be read as it is declared: state=" + meta.name() + ", " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("reading restored state failed: state=" + meta.name(), e);
        }
    }

    private boolean isAsStored(RocksFiles from, StateMeta meta) {
        List<RestoredKeyedState> holders = restored.pieces().stream()
                .filter(piece -> piece.names().contains(meta.name()))
                .toList();
        if (holders.size() != 1
                || holders.get(0).names().isEmpty()
                || !from.names().contains(meta.name())) {
            return false;
        }
        return from.parts().stream().allMatch(part -> {
            KeyedStateIndex state = part.state(meta.name());
            return state == null
                    || (state.kind() == meta.kind()
                            && state.namespace() == meta.namespace()
                            && state.timeToLive() == meta.timeToLive());
        });
    }

    private RocksState.Stored takeOver(Part from, StateMeta meta) {
        KeyedStateIndex state = from.state(meta.name());
        if (state == null) {
            RocksState.Stored added = add(meta);
            return new RocksState.Stored(
                    meta, added.family(), added.familyName(), added.schemas(), new int[groups.size()]);
        }
        RowReader.Source source = RocksFiles.source(db, from, state, meta);
        String familyName = from.index().state(meta.name()).family();
        opened.add(familyName);
        int[] counts = new int[groups.size()];
        addCounts(source, counts);
        StateSchemas schemas = new StateSchemas(state.values(), state.keys());
        return new RocksState.Stored(meta, source.family(), familyName, schemas, counts);
    }

    private KeyGroupRange addCounts(RowReader.Source source, int[] counts) {
        KeyGroupRange stored = new KeyGroupRange(source.firstGroup(), source.firstGroup() + source.counts().length - 1);
        KeyGroupRange common = stored.intersect(groups);
        for (int i = 0; i < common.size(); i++) {
            int group = common.first() + i;
            counts[group - groups.first()] += source.counts()[group - source.firstGroup()];
        }
        return common;
    }

    private void copy(Part part, KeyedStateIndex state, RocksState.Stored target) throws IOException {
        NativeDb other = NativeDb.openToRead(part.folder(), memoryBytes);
        try {
            RowReader.Source source = RocksFiles.source(other, part, state, target.meta());
            KeyGroupRange common = addCounts(source, Objects.requireNonNull(target.restoredCounts()));
            target.schemas().addKeys(state.keys());
            ValueCopy values = copying(source, target);
            db.ingest(
                    target.family(),
                    rows -> other.read(null, source.family(), RowFormat.prefix(common.first()), (row, value) -> {
                        boolean isWanted = RowFormat.keyGroup(row) <= common.last();
                        return isWanted && rows.accept(row, values.copy(value));
                    }));
        } finally {
            other.close();
        }
    }

    /** Turns a stored value into one that goes with the target's others. */
    @FunctionalInterface
    private interface ValueCopy {
        byte[] copy(byte[] value);
    }

    /** Values are copied as they are where both databases number the classes alike. */
    private ValueCopy copying(RowReader.Source source, RocksState.Stored target) {
        if (target.schemas().values().takes(source.values())) {
            return value -> value;
        }
        StateCodec.Reader reader = StateCodec.reader(source.stored(), source.values(), codecs);
        RowFormat format = new RowFormat(target.meta(), target.schemas(), codecs);
        return value -> {
            format.makeValue(reader.read(new Input(value)));
            return format.value().toBytes();
        };
    }

    /** Removes what was restored and nothing has declared: it isn't wanted. */
    void dropUnopened() {
        if (hasUnopened) {
            hasUnopened = false;
            db.families().forEach((name, family) -> {
                if (name.startsWith(PREFIX) && !opened.contains(name)) {
                    db.dropFamily(family);
                }
            });
        }
    }
}
