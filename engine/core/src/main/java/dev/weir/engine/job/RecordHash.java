package dev.weir.engine.job;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hashes a record by its content, so that one read again after a restart hashes alike although it is another object.
 * Bounded in depth and size; what can't be looked into counts by its class.
 */
final class RecordHash {

    private static final int DEEPEST = 8;
    private static final int LONGEST = 1000;

    private RecordHash() {}

    static long of(Object record) {
        try {
            return hash(record, 0);
        } catch (RuntimeException | StackOverflowError unreadable) {
            return record.getClass().getName().hashCode();
        }
    }

    private static long hash(@Nullable Object value, int depth) {
        if (value == null || depth > DEEPEST) {
            return 0;
        }
        Class<?> type = value.getClass();
        long hash = type.getName().hashCode();
        if (type.isArray()) {
            for (int i = 0; i < Math.min(Array.getLength(value), LONGEST); i++) {
                hash = 31 * hash + hash(Array.get(value, i), depth + 1);
            }
            return hash;
        }
        if (value instanceof Enum<?> constant) {
            return 31 * hash + constant.name().hashCode();
        }
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                hash += 31 * hash(entry.getKey(), depth + 1) + hash(entry.getValue(), depth + 1);
            }
            return hash;
        }
        if (value instanceof Iterable<?> elements) {
            int left = LONGEST;
            for (Object element : elements) {
                hash = 31 * hash + hash(element, depth + 1);
                if (--left == 0) {
                    break;
                }
            }
            return hash;
        }
        return type.getName().startsWith("java.") ? 31 * hash + value.hashCode() : hashOfFields(value, type, depth);
    }

    private static long hashOfFields(Object value, Class<?> type, int depth) {
        long hash = type.getName().hashCode();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
                    hash = 31 * hash + hash(contentOf(field, value), depth + 1);
                }
            }
        }
        return hash;
    }

    private static @Nullable Object contentOf(Field field, Object value) {
        try {
            return field.get(value);
        } catch (IllegalAccessException notOurs) {
            return null;
        }
    }
}
