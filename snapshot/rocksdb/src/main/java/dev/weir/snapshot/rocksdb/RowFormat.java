package dev.weir.snapshot.rocksdb;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.NamespaceKind;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.KeyCodec;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.segment.StateCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How entries of one state become rows: the key group in two bytes, highest first; the key in its canonical form; the
 * namespace, if there is one, in eight bytes that sort as it does. A value is what the state's kind stores, a whole list
 * or map included. One owner thread.
 */
final class RowFormat {

    private static final int INITIAL_BYTES = 64;

    private final StateMeta meta;
    private final Codecs codecs;
    private final KeyCodec keys;
    private final List<ValueCodec<?>> types;
    private final StateCodec.Writer writer;
    private final Output out = new Output(INITIAL_BYTES, -1);
    private StateCodec.@Nullable Reader reader;
    private int typesOfReader;
    private boolean hasWritten;

    RowFormat(StateMeta meta, Codecs codecs) {
        this.meta = meta;
        this.codecs = codecs;
        this.keys = codecs.keys();
        this.types = StateCodec.codecs(meta, codecs);
        this.writer = StateCodec.writer(meta, types);
    }

    Row row(Object key, int keyGroup, long namespace) {
        out.reset();
        out.writeByte(keyGroup >>> Byte.SIZE);
        out.writeByte(keyGroup);
        keys.write(out, key);
        if (meta.namespace() == NamespaceKind.LONG) {
            long sorting = namespace ^ Long.MIN_VALUE;
            for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                out.writeByte((int) (sorting >>> shift));
            }
        }
        return new Row(out.toBytes());
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

    /** The key of a row that this format made. */
    Object key(byte[] row) {
        return key(new Input(row), keys);
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

    byte[] value(Object stored) {
        out.reset();
        writer.write(out, stored);
        hasWritten = true;
        return out.toBytes();
    }

    /** Reads what this format wrote. */
    Object read(byte[] value) {
        StateCodec.Reader known = reader;
        if (known == null || hasWritten) {
            hasWritten = false;
            Schema schema = values();
            if (known == null || schema.types().size() != typesOfReader) {
                known = StateCodec.reader(meta, schema, codecs);
                reader = known;
                typesOfReader = schema.types().size();
            }
        }
        return known.read(new Input(value));
    }

    /** The classes of the values written so far. */
    Schema values() {
        return types.isEmpty() ? Schema.EMPTY : types.get(0).schema();
    }

    /** The classes of the keys written so far. */
    Schema keys() {
        return keys.schema();
    }
}
