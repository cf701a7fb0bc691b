package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a primitive field is written: its value alone. */
enum Primitive {
    INT(int.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeVarInt(field.getInt(owner), false);
        }

        @Override
        Object read(Input in) {
            return in.readVarInt(false);
        }
    },
    LONG(long.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeVarLong(field.getLong(owner), false);
        }

        @Override
        Object read(Input in) {
            return in.readVarLong(false);
        }
    },
    SHORT(short.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeShort(field.getShort(owner));
        }

        @Override
        Object read(Input in) {
            return in.readShort();
        }
    },
    BYTE(byte.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeByte(field.getByte(owner));
        }

        @Override
        Object read(Input in) {
            return in.readByte();
        }
    },
    CHAR(char.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeChar(field.getChar(owner));
        }

        @Override
        Object read(Input in) {
            return in.readChar();
        }
    },
    BOOLEAN(boolean.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeBoolean(field.getBoolean(owner));
        }

        @Override
        Object read(Input in) {
            return in.readBoolean();
        }
    },
    FLOAT(float.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeFloat(field.getFloat(owner));
        }

        @Override
        Object read(Input in) {
            return in.readFloat();
        }
    },
    DOUBLE(double.class) {
        @Override
        void write(Output out, Field field, Object owner) throws IllegalAccessException {
            out.writeDouble(field.getDouble(owner));
        }

        @Override
        Object read(Input in) {
            return in.readDouble();
        }
    };

    private static final Map<String, Primitive> BY_NAME = new HashMap<>();

    static {
        for (Primitive primitive : values()) {
            BY_NAME.put(primitive.type.getName(), primitive);
        }
    }

    private final Class<?> type;

    Primitive(Class<?> type) {
        this.type = type;
    }

    Class<?> type() {
        return type;
    }

    static @Nullable Primitive named(String typeName) {
        return BY_NAME.get(typeName);
    }

    abstract void write(Output out, Field field, Object owner) throws IllegalAccessException;

    abstract Object read(Input in);
}
