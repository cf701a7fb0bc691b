package dev.weir.snapshot.copy;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds, after a copy has failed, where in the record the object is that can't be copied. */
final class CopyPath {

    private static final int MAX_OBJECTS = 10_000;

    private final Set<Object> onPath = Collections.newSetFromMap(new IdentityHashMap<>());
    private int visited;

    private CopyPath() {}

    /** The path, as {@code Order.lines[2].tags}. */
    static String find(Object root) {
        String name = root.getClass().getSimpleName();
        String path = new CopyPath().search(root, name);
        return path == null ? name : path;
    }

    private @Nullable String search(@Nullable Object value, String path) {
        if (value == null || visited++ > MAX_OBJECTS || DeepCopy.copierOf(value.getClass()) == DeepCopy.SAME) {
            return null;
        }
        if (DeepCopy.copierOf(value.getClass()) instanceof DeepCopy.Refusal) {
            return path;
        }
        if (!onPath.add(value)) {
            return path + " (which holds itself)";
        }
        String found = onPath.size() > DeepCopy.MAX_DEPTH ? path : searchParts(value, path);
        onPath.remove(value);
        return found;
    }

    private @Nullable String searchParts(Object value, String path) {
        if (value instanceof Optional<?> optional) {
            return search(optional.orElse(null), path + ".value");
        }
        if (value instanceof Map<?, ?> map) {
            String inKeys = searchAll(map.keySet(), path + ".keys");
            return inKeys != null ? inKeys : searchAll(map.values(), path + ".values");
        }
        if (value instanceof Collection<?> collection) {
            return searchAll(collection, path);
        }
        return value.getClass().isArray() ? searchArray(value, path) : searchFields(value, path);
    }

    private @Nullable String searchAll(Collection<?> values, String path) {
        int index = 0;
        for (Object each : values) {
            String found = search(each, path + "[" + index++ + "]");
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable String searchArray(Object array, String path) {
        int length = array.getClass().getComponentType().isPrimitive() ? 0 : Array.getLength(array);
        for (int i = 0; i < length; i++) {
            String found = search(Array.get(array, i), path + "[" + i + "]");
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable String searchFields(Object value, String path) {
        if (ClassFacts.isOfJdk(value.getClass())) {
            return null;
        }
        for (Field field : ClassFacts.instanceFields(value.getClass())) {
            if (field.getType().isPrimitive() || !field.trySetAccessible()) {
                continue;
            }
            String found = search(read(field, value), path + "." + field.getName());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Object read(Field field, Object value) {
        try {
            return field.get(value);
        } catch (IllegalAccessException e) {
            return null;
        }
    }
}
