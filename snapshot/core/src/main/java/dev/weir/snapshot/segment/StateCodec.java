package dev.weir.snapshot.segment;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.backend.Stamped;
import dev.weir.snapshot.backend.StateMeta;
import dev.weir.snapshot.backend.StateMeta.TimeToLive;
import dev.weir.snapshot.codec.CodecException;
import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.Schema;
import dev.weir.snapshot.codec.TypeIds;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.codec.ValueReader;
import dev.weir.snapshot.state.StateKind;
import dev.weir.snapshot.state.TypeHint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How what a state's kind stores for one entry becomes bytes, and comes back. */
public final class StateCodec {

    private StateCodec() {}

    /** Reads values of one type. */
    private interface Source {
        @Nullable
        Object read(Input in);
    }

    /** Writes values of one type. */
    private interface Part {
        void write(Output out, @Nullable Object value);
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
        return codecs(meta, codecs, new TypeIds());
    }

    /** The same with ids that others write by as well. */
    public static List<ValueCodec<?>> codecs(StateMeta meta, Codecs codecs, TypeIds ids) {
        List<ValueCodec<?>> made = new ArrayList<>();
        for (TypeHint<?> type : meta.valueTypes()) {
            made.add(made.isEmpty() ? codecs.codec(type, ids) : codecs.codec(type, made.get(0)));
        }
        return made;
    }

    /** Writes with those codecs, stamps where the state has them. */
    public static Writer writer(StateMeta meta, List<ValueCodec<?>> codecs) {
        boolean isStamped = meta.timeToLive() == TimeToLive.STAMPED;
        return switch (meta.kind()) {
            case LONG, TIMER -> isStamped ? stamped(StateCodec::writeLong)::write : new Longs();
            case LIST -> {
                Part element = part(codecs.get(0), isStamped);
                yield (out, stored) -> writeList(out, (List<?>) stored, element);
            }
            case MAP -> {
                ValueCodec<Object> key = any(codecs.get(0));
                Part value = part(codecs.get(1), isStamped);
                yield (out, stored) -> writeMap(out, (Map<?, ?>) stored, key, value);
            }
            case VALUE, REDUCING, AGGREGATING ->
                isStamped ? part(codecs.get(0), true)::write : new OneWritten(any(codecs.get(0)));
        };
    }

    private static Part part(ValueCodec<?> codec, boolean isStamped) {
        ValueCodec<Object> values = any(codec);
        return isStamped ? stamped(values::write) : values::write;
    }

    /** Writes {@link Stamped}: the time of the last use, then the value. */
    private static Part stamped(Part values) {
        return (out, value) -> {
            Stamped stored = (Stamped) Objects.requireNonNull(value);
            out.writeVarLong(stored.lastUseMillis(), true);
            values.write(out, stored.value());
        };
    }

    @SuppressWarnings("unchecked") // the backend keeps only values of the declared type
    private static ValueCodec<Object> any(ValueCodec<?> codec) {
        return (ValueCodec<Object>) codec;
    }

    private static void writeLong(Output out, @Nullable Object value) {
        out.writeVarLong((Long) Objects.requireNonNull(value), false);
    }

    private static void writeList(Output out, List<?> stored, Part element) {
        out.writeVarInt(stored.size(), true);
        for (Object value : stored) {
            element.write(out, value);
        }
    }

    private static void writeMap(Output out, Map<?, ?> stored, ValueCodec<Object> key, Part value) {
        out.writeVarInt(stored.size(), true);
        for (Map.Entry<?, ?> entry : stored.entrySet()) {
            key.write(out, entry.getKey());
            value.write(out, entry.getValue());
        }
    }

    /**
     * A reader of what another program wrote.
     *
     * @param reader what is declared now; its time to live is that of what is stored
     * @param stored the writer's schema
     * @throws CodecException where it can't be read as the reader declares it
     */
    public static Reader reader(StateMeta reader, Schema stored, Codecs codecs) {
        List<ValueReader<?>> types = new ArrayList<>();
        for (TypeHint<?> type : reader.valueTypes()) {
            types.add(codecs.reader(type, stored));
        }
        if (reader.timeToLive() == TimeToLive.STAMPED) {
            return stampedReader(reader.kind(), types);
        }
        return switch (reader.kind()) {
            case LONG, TIMER -> new Longs();
            case LIST -> in -> readList(in, types.get(0)::read);
            case MAP -> in -> readMap(in, types.get(0)::read, types.get(1)::read);
            case VALUE, REDUCING, AGGREGATING ->
                one(types.get(0), reader.valueTypes().get(0));
        };
    }

    private static Reader stampedReader(StateKind kind, List<ValueReader<?>> types) {
        return switch (kind) {
            case LONG, TIMER -> in -> readStamped(in, longs -> longs.readVarLong(false));
            case LIST ->
                in -> readList(
                        in,
                        element -> readStamped(
                                element, each -> present(types.get(0).read(each))));
            case MAP -> in -> readMap(in, types.get(0)::read, value -> readStamped(value, types.get(1)::read));
            case VALUE, REDUCING, AGGREGATING ->
                in -> readStamped(in, value -> present(types.get(0).read(value)));
        };
    }

    private static Stamped readStamped(Input in, Source value) {
        long lastUseMillis = in.readVarLong(true);
        return new Stamped(lastUseMillis, value.read(in));
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
