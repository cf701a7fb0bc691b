package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import dev.weir.snapshot.state.TypeHint;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Reads values of one type by the writer's schema. One owner thread. */
public final class ValueReader<T> {

    private final Type type;
    private final Decoder decoder;

    ValueReader(TypeHint<T> type, ReadTable table, KryoOnDemand kryo) {
        this.type = type.type();
        this.decoder = new Decoder(table, kryo, new Input(0));
    }

    /**
     * Reads the next value.
     *
     * @param in over an array, so that its end is known
     * @throws CodecException where the bytes are no such value: class and field path named
     */
    @SuppressWarnings("unchecked") // the decoder returns only values of the declared type
    public @Nullable T read(Input in) {
        decoder.source(in);
        try {
            return (T) decoder.value(type);
        } catch (KryoException e) {
            throw new CodecException("stored bytes end too early or are no " + type.getTypeName(), e);
        }
    }

    /**
     * Reads the next value of a type that is Long, without its box where it was written as one.
     *
     * @throws CodecException where it is null, or the bytes are no such value
     */
    public long readLong(Input in) {
        decoder.source(in);
        return decoder.longValue();
    }

    /** Reads a value that is all there is in the bytes. */
    public @Nullable T decode(byte[] bytes) {
        Input in = new Input(bytes);
        T value = read(in);
        if (in.position() != bytes.length) {
            throw new CodecException("stored bytes go on behind their value: type=" + type.getTypeName() + ", read="
                    + in.position() + ", length=" + bytes.length);
        }
        return value;
    }
}
