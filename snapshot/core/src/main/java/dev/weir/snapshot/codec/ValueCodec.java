package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.state.TypeHint;
import org.jspecify.annotations.Nullable;

/**
 * Writes values of one type, and reads them back. Its schema grows with the classes it meets and must be kept beside the
 * bytes, taken after the last write. One owner thread.
 */
public final class ValueCodec<T> {

    private static final int INITIAL_BYTES = 64;
    private static final Long ANY_LONG = 0L;

    private final TypeHint<T> type;
    private final ClassLoader loader;
    private final KryoOnDemand kryo;
    private final WriteTable table;
    private final Encoder encoder;
    private @Nullable ValueReader<T> ownReader;
    private int typesOfOwnReader;

    ValueCodec(TypeHint<T> type, ClassLoader loader, KryoOnDemand kryo, WriteTable table) {
        this.type = type;
        this.loader = loader;
        this.kryo = kryo;
        this.table = table;
        this.encoder = new Encoder(table, kryo, new Output(1));
    }

    WriteTable table() {
        return table;
    }

    /**
     * Appends a value.
     *
     * @throws CodecException where its class can't be stored, with the path to the part at fault; what was appended
     *     before then is worthless
     */
    public void write(Output out, @Nullable T value) {
        encoder.target(out);
        encoder.value(value);
    }

    /** Appends a value of class Long, without its box: the same bytes. */
    public void writeLong(Output out, long value) {
        out.writeVarInt(table.entryOf(ANY_LONG).id(), true);
        LeafForms.writeLong(out, value);
    }

    public byte[] encode(@Nullable T value) {
        Output out = new Output(INITIAL_BYTES, -1);
        write(out, value);
        return out.toBytes();
    }

    /** Reads what this codec wrote. */
    public @Nullable T decode(byte[] bytes) {
        ValueReader<T> reader = ownReader;
        if (reader == null || typesOfOwnReader != table.count()) {
            Schema schema = table.schema();
            reader = new ValueReader<>(type, new ReadTable(schema, loader), kryo);
            ownReader = reader;
            typesOfOwnReader = schema.types().size();
        }
        return reader.decode(bytes);
    }

    /** The classes met so far. */
    public Schema schema() {
        return table.schema();
    }
}
