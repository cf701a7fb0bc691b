package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.weir.snapshot.codec.Schema.TypeSchema;
import dev.weir.snapshot.keygroup.StableHash;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads keys. Invariant: equal keys give equal bytes, whoever writes them and whatever was written before.
 * Keys are of the classes that {@link StableHash} takes; others are refused in its words. One owner thread.
 */
public final class KeyCodec {

    /** What stands first in a key. The position is part of the checkpoint format: add at the end only. */
    private enum Tag {
        NULL,
        LONG,
        INTEGER,
        STRING,
        SHORT,
        BYTE,
        CHARACTER,
        BOOLEAN,
        DOUBLE,
        FLOAT,
        UUID,
        ENUM,
        RECORD,
        LIST,
        ZONE,
        ZONED_DATE_TIME,
        TIME
    }

    /** The levels of a key: what is nested as deep as it may be is the last. */
    private static final int MAX_LEVELS = StableHash.MAX_DEPTH + 1;

    private static final int INITIAL_BYTES = 32;
    private static final Tag[] TAGS = Tag.values();

    @SuppressWarnings("EnumOrdinal") // the position is the format
    private static final int LONG_TAG = Tag.LONG.ordinal();

    @SuppressWarnings("EnumOrdinal") // the position is the format
    private static final int STRING_TAG = Tag.STRING.ordinal();

    private final KeySchemas classes;
    private final KryoOnDemand kryo;
    private int depth;

    KeyCodec(ClassLoader loader, KryoOnDemand kryo) {
        this.classes = new KeySchemas(loader);
        this.kryo = kryo;
    }

    /** The records and enums written so far. */
    public Schema schema() {
        return classes.schema();
    }

    /**
     * Admits the classes of another writer, before its bytes are read.
     *
     * @throws CodecException where a record's components have changed: class and component named
     */
    public void admit(Schema writer) {
        for (TypeSchema type : writer.types()) {
            classes.admit(type);
        }
    }

    /**
     * Writes a key to bytes of its own.
     *
     * @throws CodecException where no key may be of this class
     */
    public byte[] encode(Object key) {
        Output out = new Output(INITIAL_BYTES, -1);
        write(out, key);
        return out.toBytes();
    }

    /**
     * Appends a key.
     *
     * @throws CodecException where no key may be of this class
     */
    public void write(Output out, Object key) {
        depth = 0;
        if (key instanceof Long number) { // the usual key, without a detour
            writeLong(out, number);
        } else {
            writePart(out, key);
        }
    }

    /** Appends a key that is a Long, without its box: the same bytes. */
    public void writeLong(Output out, long key) {
        tag(out, Tag.LONG);
        out.writeVarLong(key, false);
    }

    /**
     * Appends a key that is a String, without making it: the same bytes.
     *
     * @param characters those of the string, all below 256, a byte each from index 0
     */
    public void writeText(Output out, byte[] characters, int length) {
        tag(out, Tag.STRING);
        Wire.writeString(out, characters, length);
    }

    @SuppressWarnings("EnumOrdinal") // the position is the format
    private static void tag(Output out, Tag tag) {
        out.writeByte((byte) tag.ordinal());
    }

    private void writePart(Output out, @Nullable Object part) {
        if (++depth > MAX_LEVELS) {
            throw new CodecException("keys may nest " + StableHash.MAX_DEPTH + " deep");
        }
        if (part == null) {
            tag(out, Tag.NULL);
        } else if (part instanceof String text) {
            tag(out, Tag.STRING);
            Wire.writeString(out, text);
        } else if (!writeNumber(out, part) && !writeName(out, part) && !writeTime(out, part)) {
            throw refused(part);
        }
        depth--;
    }

    private static CodecException refused(Object part) {
        try {
            int hash = StableHash.hashOf(part);
            return new CodecException("what can be hashed as a key has a stored form: class="
                    + part.getClass().getName() + ", hash=" + hash);
        } catch (IllegalArgumentException refused) {
            return new CodecException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static boolean writeNumber(Output out, Object part) {
        if (part instanceof Long v) {
            tag(out, Tag.LONG);
            out.writeVarLong(v, false);
        } else if (part instanceof Integer v) {
            tag(out, Tag.INTEGER);
            out.writeVarInt(v, false);
        } else if (part instanceof Short v) {
            tag(out, Tag.SHORT);
            out.writeShort(v);
        } else if (part instanceof Byte v) {
            tag(out, Tag.BYTE);
            out.writeByte(v);
        } else if (part instanceof Character v) {
            tag(out, Tag.CHARACTER);
            out.writeChar(v);
        } else if (part instanceof Boolean v) {
            tag(out, Tag.BOOLEAN);
            out.writeBoolean(v);
        } else if (part instanceof Double v) {
            tag(out, Tag.DOUBLE);
            out.writeLong(Double.doubleToLongBits(v)); // one NaN, as equals has it
        } else if (part instanceof Float v) {
            tag(out, Tag.FLOAT);
            out.writeInt(Float.floatToIntBits(v));
        } else {
            return false;
        }
        return true;
    }

    private boolean writeName(Output out, Object part) {
        if (part instanceof UUID v) {
            tag(out, Tag.UUID);
            out.writeLong(v.getMostSignificantBits());
            out.writeLong(v.getLeastSignificantBits());
        } else if (part instanceof Enum<?> v) {
            tag(out, Tag.ENUM);
            out.writeInt(classes.idOf(v.getDeclaringClass()));
            Wire.writeString(out, v.name());
        } else if (part instanceof Record v) {
            writeRecord(out, v);
        } else if (part instanceof List<?> v) {
            tag(out, Tag.LIST);
            Wire.writeCount(out, v.size());
            for (int i = 0; i < v.size(); i++) {
                writeNested(out, v.get(i), "[" + i + "]");
            }
        } else {
            return false;
        }
        return true;
    }

    private void writeRecord(Output out, Record key) {
        tag(out, Tag.RECORD);
        out.writeInt(classes.idOf(key.getClass()));
        for (StructLayout.Slot slot : classes.layout(key.getClass()).slots()) {
            try {
                writeNested(out, slot.field().get(key), slot.name());
            } catch (IllegalAccessException e) {
                throw new CodecException("a component can't be read: component=" + slot.name(), e);
            }
        }
    }

    private void writeNested(Output out, @Nullable Object part, String name) {
        try {
            writePart(out, part);
        } catch (CodecException e) {
            throw e.in(name);
        }
    }

    private boolean writeTime(Output out, Object part) {
        int position = LeafForms.BY_KRYO.indexOf(part.getClass());
        if (position >= 0) {
            tag(out, Tag.TIME);
            out.writeByte((byte) position);
            kryo.get().writeObject(out, part);
        } else if (part instanceof ZonedDateTime v) {
            tag(out, Tag.ZONED_DATE_TIME);
            kryo.get().writeObject(out, v.toOffsetDateTime());
            Wire.writeString(out, v.getZone().getId());
        } else if (part instanceof ZoneId v) {
            tag(out, Tag.ZONE);
            Wire.writeString(out, v.getId());
        } else {
            return false;
        }
        return true;
    }

    /**
     * Reads a key that is all there is in the bytes.
     *
     * @throws CodecException where the bytes are no key, or of a class that was not admitted
     */
    public Object decode(byte[] bytes) {
        return read(new Input(bytes));
    }

    /**
     * Reads the next key.
     *
     * @throws CodecException where the bytes are no key, or of a class that was not admitted
     */
    public Object read(Input in) {
        depth = 0;
        Object key = readGuarded(in);
        if (key == null) {
            throw new CodecException("a stored key is null");
        }
        return key;
    }

    /** Whether the next key is a Long. */
    public boolean isLong(Input in) {
        return tagAt(in) == LONG_TAG;
    }

    /** Reads the next key, which is a Long, without its box. */
    public long readLong(Input in) {
        try {
            in.setPosition(in.position() + 1);
            return in.readVarLong(false);
        } catch (KryoException e) {
            throw new CodecException("stored bytes end too early or are no key", e);
        }
    }

    /**
     * Reads the next key without making it, if it is a short String of characters below 256.
     *
     * @param characters gets them, a byte each from index 0; a longer string isn't read
     * @return how many there are; -1, with nothing read, where the key is another
     */
    public int readText(Input in, byte[] characters) {
        if (tagAt(in) != STRING_TAG) {
            return -1;
        }
        int start = in.position();
        try {
            in.setPosition(start + 1);
            int length = Wire.readString(in, characters);
            if (length < 0) {
                in.setPosition(start);
            }
            return length;
        } catch (KryoException e) {
            throw new CodecException("stored bytes end too early or are no key", e);
        }
    }

    /** What stands first in the next key; -1 at the end. */
    private static int tagAt(Input in) {
        int position = in.position();
        return position < in.limit() ? in.getBuffer()[position] : -1;
    }

    private @Nullable Object readGuarded(Input in) {
        try {
            if (in.readByte() == LONG_TAG) { // the usual key, without a detour
                return in.readVarLong(false);
            }
            in.setPosition(in.position() - 1);
            return readPart(in);
        } catch (KryoException | DateTimeException e) {
            throw new CodecException("stored bytes end too early or are no key", e);
        }
    }

    private @Nullable Object readPart(Input in) {
        int tag = in.readByte();
        if (tag < 0 || tag >= TAGS.length || ++depth > MAX_LEVELS) {
            throw new CodecException("stored bytes are no key: tag=" + tag + ", depth=" + depth);
        }
        Object part = switch (TAGS[tag]) {
            case NULL -> null;
            case LONG -> in.readVarLong(false);
            case INTEGER -> in.readVarInt(false);
            case STRING -> Wire.readString(in);
            case SHORT -> in.readShort();
            case BYTE -> in.readByte();
            case CHARACTER -> in.readChar();
            case BOOLEAN -> in.readBoolean();
            case DOUBLE -> Double.longBitsToDouble(in.readLong());
            case FLOAT -> Float.intBitsToFloat(in.readInt());
            case UUID -> new UUID(in.readLong(), in.readLong());
            case ENUM -> classes.constant(in.readInt(), Wire.readString(in));
            case RECORD -> readRecord(in);
            case LIST -> readList(in);
            case ZONE -> ZoneId.of(Wire.readString(in));
            case ZONED_DATE_TIME -> readZoned(in);
            case TIME -> readTime(in);
        };
        depth--;
        return part;
    }

    private Object readRecord(Input in) {
        StructMaker maker = classes.maker(in.readInt());
        StructMaker.Draft draft = maker.draft();
        for (StructLayout.Slot slot : maker.layout().slots()) {
            draft.set(slot, readPart(in));
        }
        return draft.finish();
    }

    private Object readList(Input in) {
        int count = Wire.readCount(in);
        @Nullable Object[] elements = new Object[count];
        for (int i = 0; i < count; i++) {
            elements[i] = readPart(in);
        }
        return Collections.unmodifiableList(Arrays.asList(elements));
    }

    private Object readZoned(Input in) {
        OffsetDateTime time = kryo.get().readObject(in, OffsetDateTime.class);
        return ZonedDateTime.ofInstant(time.toLocalDateTime(), time.getOffset(), ZoneId.of(Wire.readString(in)));
    }

    private Object readTime(Input in) {
        int position = in.readByte();
        if (position < 0 || position >= LeafForms.BY_KRYO.size()) {
            throw new CodecException("stored bytes are no key: time class=" + position);
        }
        return kryo.get().readObject(in, LeafForms.BY_KRYO.get(position));
    }
}
