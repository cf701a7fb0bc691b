package dev.weir.snapshot.codec;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The conversions that lose nothing: byte to short to int to long, float to double. */
final class Widening {

    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            int.class, Integer.class,
            long.class, Long.class,
            short.class, Short.class,
            byte.class, Byte.class,
            char.class, Character.class,
            boolean.class, Boolean.class,
            float.class, Float.class,
            double.class, Double.class);
    private static final List<Class<?>> WHOLE = List.of(Byte.class, Short.class, Integer.class, Long.class);

    private Widening() {}

    static Class<?> boxed(Class<?> type) {
        return BOXES.getOrDefault(type, type);
    }

    /** Whether values of one class can be given where the other is declared; boxes stand for primitives. */
    static boolean possible(Class<?> from, Class<?> to) {
        Class<?> source = boxed(from);
        Class<?> target = boxed(to);
        if (target.isAssignableFrom(source) || (source == Float.class && target == Double.class)) {
            return true;
        }
        int rank = WHOLE.indexOf(source);
        return rank >= 0 && WHOLE.indexOf(target) > rank;
    }

    /** The value as the class, or an exception that names both. */
    static Object to(Object value, Class<?> target) {
        Class<?> wanted = boxed(target);
        if (wanted.isInstance(value)) {
            return value;
        }
        Object widened = widen(value, wanted);
        if (widened == null) {
            throw new CodecException("what was stored can't be read as what is declared: stored="
                    + value.getClass().getName() + ", declared=" + target.getName());
        }
        return widened;
    }

    private static @Nullable Object widen(Object value, Class<?> wanted) {
        if (!possible(value.getClass(), wanted)) {
            return null;
        }
        Number number = (Number) value;
        if (wanted == Long.class) {
            return number.longValue();
        }
        if (wanted == Integer.class) {
            return number.intValue();
        }
        return wanted == Short.class ? (Object) number.shortValue() : (Object) number.doubleValue();
    }
}
