package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads values by the writer's schema, as the reader's types say. Not shared between threads. Needs an Input over an
 * array, so that counts can be judged by what is left.
 */
final class Decoder {

    private final ReadTable table;
    private final KryoOnDemand kryo;
    private Input in;
    private int depth;

    Decoder(ReadTable table, KryoOnDemand kryo, Input in) {
        this.table = table;
        this.kryo = kryo;
        this.in = in;
    }

    void source(Input source) {
        this.in = source;
        this.depth = 0;
    }

    Input in() {
        return in;
    }

    Kryo kryo() {
        return kryo.get();
    }

    /** Reads a value that has to fit the type, widened where that loses nothing. */
    @Nullable
    Object value(Type expected) {
        int id = in.readVarInt(true);
        if (id == 0) {
            return null;
        }
        if (++depth > Encoder.MAX_DEPTH) {
            throw new CodecException("values may nest " + Encoder.MAX_DEPTH + " deep");
        }
        Object value = table.entry(id).read(this, expected);
        depth--;
        return value.getClass() == expected ? value : Widening.to(value, Types.raw(expected));
    }

    /** Reads a Long that isn't null, without its box where it was written as one. */
    long longValue() {
        int start = in.position();
        int id = in.readVarInt(true);
        if (id != 0 && table.isLong(id)) {
            return LeafForms.readLong(in);
        }
        in.setPosition(start);
        Object value = value(Long.class);
        if (value == null) {
            throw new CodecException("a stored null stands where none is allowed");
        }
        return (Long) value;
    }

    /** Reads past a value, without needing its class. */
    void skip() {
        int id = in.readVarInt(true);
        if (id == 0) {
            return;
        }
        if (++depth > Encoder.MAX_DEPTH) {
            throw new CodecException("values may nest " + Encoder.MAX_DEPTH + " deep");
        }
        table.entry(id).skip(this);
        depth--;
    }

    /** Reads the id of an enum's class; null where none was written. */
    @Nullable
    Class<?> enumClass() {
        int id = in.readVarInt(true);
        return id == 0 ? null : table.entry(id).enumClass();
    }

    @Nullable
    Object element(Type expected, int position) {
        try {
            return value(expected);
        } catch (CodecException e) {
            throw e.in("[" + position + "]");
        }
    }
}
