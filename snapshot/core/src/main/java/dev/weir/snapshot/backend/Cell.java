package dev.weir.snapshot.backend;

/** How the values of a state are kept: as objects, or in 64 bits each. */
enum Cell {
    OBJECT,
    LONG,
    INTEGER,
    SHORT,
    BYTE,
    CHARACTER,
    BOOLEAN,
    DOUBLE,
    FLOAT;

    static Cell of(Class<?> type) {
        if (type == Long.class) {
            return LONG;
        } else if (type == Integer.class) {
            return INTEGER;
        } else if (type == Double.class) {
            return DOUBLE;
        } else if (type == Boolean.class) {
            return BOOLEAN;
        } else if (type == Short.class) {
            return SHORT;
        } else if (type == Byte.class) {
            return BYTE;
        } else if (type == Character.class) {
            return CHARACTER;
        }
        return type == Float.class ? FLOAT : OBJECT;
    }

    Object box(long bits) {
        return switch (this) {
            case LONG -> bits;
            case INTEGER -> (int) bits;
            case SHORT -> (short) bits;
            case BYTE -> (byte) bits;
            case CHARACTER -> (char) bits;
            case BOOLEAN -> bits != 0;
            case DOUBLE -> Double.longBitsToDouble(bits);
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case OBJECT -> throw new IllegalStateException("objects have no bits");
        };
    }

    long unbox(Object value) {
        return switch (this) {
            case LONG -> (Long) value;
            case INTEGER -> (Integer) value;
            case SHORT -> (Short) value;
            case BYTE -> (Byte) value;
            case CHARACTER -> (Character) value;
            case BOOLEAN -> (Boolean) value ? 1 : 0;
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case FLOAT -> Float.floatToRawIntBits((Float) value);
            case OBJECT -> throw new IllegalStateException("objects have no bits");
        };
    }
}
