package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.codec.ValueReader;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How what a state's kind stores for one entry becomes bytes, and comes back. */
public final class StateCodec {

    private StateCodec() {}

    /** Reads values of one type. */
    private interface Source {
        @Nullable
        Object read(Input in);
    }

    /** Writes what is stored under one key and namespace. */
    public interface Writer {
        void write(Output out, Object stored);

        /** The same for a Long without its box. */
        default void writeLong(Output out, long stored) {
            write(out, stored);
        }
    }

    /** Reads what is stored under one key and namespace. */
    public interface Reader {
        Object read(Input in);

        /** Whether all is Longs, which can be read without boxes. */
        default boolean givesLongs() {
            return false;
        }

        /** The same as {@link #read}, where all is Longs. */
        default long readLong(Input in) {
            return (Long) read(in);
        }
    }

    /** What LONG and TIMER states store. */
    private static final class Longs implements Writer, Reader {
        @Override
        public void write(Output out, Object stored) {
            writeLong(out, (Long) stored);
        }

        @Override
        public void writeLong(Output out, long stored) {
            out.writeVarLong(stored, false);
        }

        @Override
        public Object read(Input in) {
            return readLong(in);
        }

        @Override
        public boolean givesLongs() {
            return true;
        }

        @Override
        public long readLong(Input in) {
            return in.readVarLong(false);
        }
    }

    /** What is stored is one value. */
    private record OneWritten(ValueCodec<Object> codec) implements Writer {
        @Override
        public void write(Output out, Object stored) {
            codec.write(out, stored);
        }

        @Override
        public void writeLong(Output out, long stored) {
            codec.writeLong(out, stored);
        }
    }

    /** What is stored is one value that is declared as a Long. */
    private record OneLong(ValueReader<?> values) implements Reader {
        @Override
        public Object read(Input in) {
            return readLong(in);
        }

        @Override
        public boolean givesLongs() {
            return true;
        }

        @Override
        public long readLong(Input in) {
            return values.readLong(in);
        }
    }

    /** The codecs of a state's types; they share one schema. */
    public static List<ValueCodec<?>> codecs(StateMeta meta, Codecs codecs) {
        List<ValueCodec<?>> made = new ArrayList<>();
        for (TypeHint<?> type : meta.valueTypes()) {
            made.add(made.isEmpty() ? codecs.codec(type) : codecs.codec(type, made.get(0)));
        }
        return made;
    }

    /** Writes with those codecs. */
    public static Writer writer(StateMeta meta, List<ValueCodec<?>> codecs) {
        return switch (meta.kind()) {
            case LONG, TIMER -> new Longs();
            case LIST -> {
                ValueCodec<Object> element = any(codecs.get(0));
                yield (out, stored) -> writeList(out, (List<?>) stored, element);
            }
            case MAP -> {
                ValueCodec<Object> key = any(codecs.get(0));
                ValueCodec<Object> value = any(codecs.get(1));
                yield (out, stored) -> writeMap(out, (Map<?, ?>) stored, key, value);
            }
            case VALUE, REDUCING, AGGREGATING -> new OneWritten(any(codecs.get(0)));
        };
    }

    @SuppressWarnings("unchecked") // the backend keeps only values of the declared type
    private static ValueCodec<Object> any(ValueCodec<?> codec) {
        return (ValueCodec<Object>) codec;
    }

    private static void writeList(Output out, List<?> stored, ValueCodec<Object> element) {
        out.writeVarInt(stored.size(), true);
        for (Object value : stored) {
            element.write(out, value);
        }
    }

    private static void writeMap(Output out, Map<?, ?> stored, ValueCodec<Object> key, ValueCodec<Object> value) {
        out.writeVarInt(stored.size(), true);
        for (Map.Entry<?, ?> entry : stored.entrySet()) {
            key.write(out, entry.getKey());
            value.write(out, entry.getValue());
        }
    }

    /**
     * A reader of what another program wrote.
     *
     * @param stored the writer's schema
     * @throws CodecException where it can't be read as the reader declares it
     */
    public static Reader reader(StateMeta reader, Schema stored, Codecs codecs) {
        List<ValueReader<?>> types = new ArrayList<>();
        for (TypeHint<?> type : reader.valueTypes()) {
            types.add(codecs.reader(type, stored));
        }
        return switch (reader.kind()) {
            case LONG, TIMER -> new Longs();
            case LIST -> in -> readList(in, types.get(0)::read);
            case MAP -> in -> readMap(in, types.get(0)::read, types.get(1)::read);
            case VALUE, REDUCING, AGGREGATING ->
                one(types.get(0), reader.valueTypes().get(0));
        };
    }

    private static Reader one(ValueReader<?> values, TypeHint<?> type) {
        return type.rawType() == Long.class ? new OneLong(values) : in -> present(values.read(in));
    }

    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw new CodecException("a stored null stands where none is allowed");
        }
        return value;
    }

    /** A count of elements that take at least a byte each. */
    private static int count(Input in) {
        int count = in.readVarInt(true);
        int remaining = in.limit() - in.position();
        if (count < 0 || count > remaining) {
            throw new CodecException("a stored length exceeds what follows: length=" + Integer.toUnsignedString(count)
                    + ", bytesLeft=" + remaining);
        }
        return count;
    }

    private static List<Object> readList(Input in, Source element) {
        int count = count(in);
        List<Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(present(element.read(in)));
        }
        return list;
    }

    private static Map<@Nullable Object, @Nullable Object> readMap(Input in, Source key, Source value) {
        int count = count(in);
        Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            Object read = key.read(in);
            map.put(read, value.read(in));
        }
        return map;
    }
}
