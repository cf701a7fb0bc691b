package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.EntryKey;
import dev.weir.snapshot.backend.KeyedEntries;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.KeyCodec;
import dev.weir.snapshot.segment.EntryKeys;
import dev.weir.snapshot.segment.StateCodec;
import org.jspecify.annotations.Nullable;

/**
 * How entries of one state become rows: the key group in two bytes, highest first; the key in its canonical form; the
 * namespace, if there is one, in eight bytes that sort as it does. A value is what the state's kind stores, a whole list
 * or map included. One owner thread; several formats of one state share their schemas.
 */
final class RowFormat {

    private static final int INITIAL_BYTES = 64;

    private final StateMeta meta;
    private final StateSchemas schemas;
    private final Codecs codecs;
    private final EntryKeys keys;
    private final StateCodec.Writer writer;
    private final boolean isNamespaced;
    private final Output row = new Output(INITIAL_BYTES, -1);
    private final Output value = new Output(INITIAL_BYTES, -1);
    private StateCodec.@Nullable Reader reader;
    private int typesOfReader;
    private int knownKeys;

    /** @throws CodecException where keys of a class that is stored can't be read as the class is now */
    RowFormat(StateMeta meta, StateSchemas schemas, Codecs codecs) {
        this.meta = meta;
        this.schemas = schemas;
        this.codecs = codecs;
        this.keys = new EntryKeys(codecs.keys());
        this.writer = StateCodec.writer(meta, StateCodec.codecs(meta, codecs, schemas.values()));
        this.isNamespaced = meta.namespace() == NamespaceKind.LONG;
        admitKeys();
    }

    /** Makes the row of an entry: {@link #row()}. */
    void makeRow(EntryKey key, int keyGroup, long namespace) {
        row.reset();
        row.writeByte(keyGroup >>> Byte.SIZE);
        row.writeByte(keyGroup);
        keys.write(row, key);
        if (isNamespaced) {
            long sorting = namespace ^ Long.MIN_VALUE;
            for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                row.writeByte((int) (sorting >>> shift));
            }
        }
    }

    /** The row that was made last. */
    Output row() {
        return row;
    }

    /** Makes a value: {@link #value()}. */
    void makeValue(Object stored) {
        value.reset();
        writer.write(value, stored);
    }

    /** Makes the row and the value of the current entry. */
    void make(int keyGroup, KeyedEntries entry) {
        makeRow(entry, keyGroup, isNamespaced ? entry.namespace() : 0);
        if (entry.hasLongs()) {
            value.reset();
            writer.writeLong(value, entry.longValue());
        } else {
            makeValue(entry.value());
        }
    }

    /** The value that was made last. */
    Output value() {
        return value;
    }

    /** Tells the schemas of keys that were written. */
    void publishKeys() {
        schemas.addKeys(keys.codec().schema());
    }

    /** The key group of a row. */
    static int keyGroup(byte[] row) {
        return Byte.toUnsignedInt(row[0]) << Byte.SIZE | Byte.toUnsignedInt(row[1]);
    }

    /** The key of a row; the input is left in front of the namespace. */
    static Object key(Input row, KeyCodec keys) {
        row.setPosition(Short.BYTES);
        return keys.read(row);
    }

    /** The key of a row. */
    Object key(byte[] rowBytes) {
        admitKeys();
        return key(new Input(rowBytes), keys.codec());
    }

    private void admitKeys() {
        if (schemas.keys().types().size() != knownKeys) {
            keys.codec().admit(schemas.keys());
            knownKeys = schemas.keys().types().size();
        }
    }

    /** What all rows of a key group start with. */
    static byte[] prefix(int keyGroup) {
        return new byte[] {(byte) (keyGroup >>> Byte.SIZE), (byte) keyGroup};
    }

    /** What follows the key. */
    static long namespace(Input row) {
        long sorting = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            sorting = sorting << Byte.SIZE | row.readByteUnsigned();
        }
        return sorting ^ Long.MIN_VALUE;
    }

    /** Reads what a format of this state wrote. */
    Object read(Input stored) {
        return reader().read(stored);
    }

    /** The same, where values are Longs. */
    long readLong(Input stored) {
        return reader().readLong(stored);
    }

    /** @throws CodecException where what is stored can't be read as it is declared */
    StateCodec.Reader reader() {
        StateCodec.Reader known = reader;
        int types = schemas.values().count();
        if (known == null || types != typesOfReader) {
            known = StateCodec.reader(meta, schemas.values().schema(), codecs);
            reader = known;
            typesOfReader = types;
        }
        return known;
    }
}
