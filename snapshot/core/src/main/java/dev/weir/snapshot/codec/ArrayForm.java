package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Arrays: a count, then the elements; primitive ones without ids. */
final class ArrayForm {

    private ArrayForm() {}

    static WriteTable.Writer writer(Class<?> arrayType) {
        if (arrayType == byte[].class) {
            return (encoder, value) -> Wire.writeBytes(encoder.out(), (byte[]) value);
        }
        if (arrayType.getComponentType().isPrimitive()) {
            return (encoder, value) -> writePrimitives(encoder.out(), value);
        }
        return (encoder, value) -> {
            Object[] elements = (Object[]) value;
            Wire.writeCount(encoder.out(), elements.length);
            for (int i = 0; i < elements.length; i++) {
                encoder.element(elements[i], i);
            }
        };
    }

    private static void writePrimitives(Output out, Object array) {
        Wire.writeCount(out, Array.getLength(array));
        if (array instanceof int[] ints) {
            out.writeInts(ints, 0, ints.length);
        } else if (array instanceof long[] longs) {
            out.writeLongs(longs, 0, longs.length);
        } else if (array instanceof double[] doubles) {
            out.writeDoubles(doubles, 0, doubles.length);
        } else if (array instanceof float[] floats) {
            out.writeFloats(floats, 0, floats.length);
        } else if (array instanceof short[] shorts) {
            out.writeShorts(shorts, 0, shorts.length);
        } else if (array instanceof char[] chars) {
            out.writeChars(chars, 0, chars.length);
        } else {
            boolean[] booleans = (boolean[]) array;
            out.writeBooleans(booleans, 0, booleans.length);
        }
    }

    /** Reads an array of primitives; null where the component is no primitive. */
    static @Nullable Object readPrimitives(Input in, String component) {
        return switch (component) {
            case "byte" -> Wire.readBytes(in);
            case "int" -> in.readInts(Wire.readCount(in, Integer.BYTES));
            case "long" -> in.readLongs(Wire.readCount(in, Long.BYTES));
            case "double" -> in.readDoubles(Wire.readCount(in, Double.BYTES));
            case "float" -> in.readFloats(Wire.readCount(in, Float.BYTES));
            case "short" -> in.readShorts(Wire.readCount(in, Short.BYTES));
            case "char" -> in.readChars(Wire.readCount(in, Character.BYTES));
            case "boolean" -> in.readBooleans(Wire.readCount(in));
            default -> null;
        };
    }

    static Object readObjects(Decoder decoder, Class<?> component, Type expected) {
        int count = Wire.readCount(decoder.in());
        Class<?> declared = Types.raw(expected).getComponentType();
        Class<?> made = declared == null || declared.isPrimitive() ? component : declared;
        Type elementType = declared == null ? component : Types.component(expected);
        Object array =
                Array.newInstance(component != made && made.isAssignableFrom(component) ? component : made, count);
        for (int i = 0; i < count; i++) {
            Array.set(array, i, decoder.element(elementType, i));
        }
        return array;
    }

    static void skipObjects(Decoder decoder) {
        int count = Wire.readCount(decoder.in());
        for (int i = 0; i < count; i++) {
            decoder.skip();
        }
    }
}
