package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import org.jspecify.annotations.Nullable;

/**
 * Writes values: the id of the class, then the value as the class's form says. Not shared between threads. Nesting is
 * bounded, so a cycle is refused instead of overflowing the stack.
 */
final class Encoder {

    /** How deep values may nest. */
    static final int MAX_DEPTH = 500;

    private final WriteTable table;
    private final KryoOnDemand kryo;
    private Output out;
    private int depth;

    Encoder(WriteTable table, KryoOnDemand kryo, Output out) {
        this.table = table;
        this.kryo = kryo;
        this.out = out;
    }

    void target(Output target) {
        this.out = target;
        this.depth = 0;
    }

    Output out() {
        return out;
    }

    Kryo kryo() {
        return kryo.get();
    }

    void value(@Nullable Object value) {
        if (value == null) {
            out.writeByte(0);
            return;
        }
        WriteTable.Entry entry = table.entryOf(value);
        out.writeVarInt(entry.id(), true);
        if (++depth > MAX_DEPTH) {
            throw new CodecException("values may nest " + MAX_DEPTH + " deep, and must not hold themselves: class="
                    + value.getClass().getName());
        }
        entry.form().write(this, value);
        depth--;
    }

    /** Writes the id of an enum's class alone. */
    void enumClass(Class<?> type) {
        out.writeVarInt(table.enumEntry(type).id(), true);
    }

    /** An element of a collection: a failure names its position. */
    void element(@Nullable Object value, int position) {
        try {
            value(value);
        } catch (CodecException e) {
            throw e.in("[" + position + "]");
        }
    }
}
