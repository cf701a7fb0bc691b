package dev.weir.snapshot.copy;

import java.lang.reflect.Array;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Copiers of arrays and of the JDK's mutable classes, collections and maps apart. */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate", "UnnecessaryStringBuilder"
}) // what users hold is copied as what it is
final class JdkCopiers {

    private static final Map<Class<?>, DeepCopier> BY_CLASS = byClass();

    private JdkCopiers() {}

    /** The copier of a class; null where it is none of those that are known here. */
    static @Nullable DeepCopier copierOf(Class<?> type) {
        if (type.isArray()) {
            return arrayCopier(type);
        }
        if (!ClassFacts.isOfJdk(type)) {
            return null;
        }
        DeepCopier known = BY_CLASS.get(type);
        if (known != null) {
            return known;
        }
        if (EnumSet.class.isAssignableFrom(type)) {
            return (value, depth) -> ((EnumSet<?>) value).clone();
        }
        if (Date.class.isAssignableFrom(type)) {
            return (value, depth) -> ((Date) value).clone();
        }
        return CollectionCopiers.copierOf(type);
    }

    private static Map<Class<?>, DeepCopier> byClass() {
        Map<Class<?>, DeepCopier> copiers = new HashMap<>();
        copiers.put(Optional.class, JdkCopiers::copyOptional);
        copiers.put(AtomicLong.class, (value, depth) -> new AtomicLong(((AtomicLong) value).get()));
        copiers.put(AtomicInteger.class, (value, depth) -> new AtomicInteger(((AtomicInteger) value).get()));
        copiers.put(AtomicBoolean.class, (value, depth) -> new AtomicBoolean(((AtomicBoolean) value).get()));
        copiers.put(
                AtomicReference.class,
                (value, depth) -> new AtomicReference<>(DeepCopy.value(((AtomicReference<?>) value).get(), depth + 1)));
        copiers.put(BitSet.class, (value, depth) -> ((BitSet) value).clone());
        copiers.put(StringBuilder.class, (value, depth) -> new StringBuilder(value.toString()));
        copiers.put(StringBuffer.class, (value, depth) -> new StringBuffer(value.toString()));
        copiers.put(EnumMap.class, JdkCopiers::copyEnumMap);
        copiers.put(AbstractMap.SimpleEntry.class, (value, depth) -> copyEntry((Map.Entry<?, ?>) value, depth));
        DeepCopier immutableEntry = JdkCopiers::copyImmutableEntry;
        copiers.put(AbstractMap.SimpleImmutableEntry.class, immutableEntry);
        copiers.put(Map.entry(1, 1).getClass(), immutableEntry);
        return copiers;
    }

    private static DeepCopier arrayCopier(Class<?> type) {
        Class<?> component = type.getComponentType();
        if (component.isPrimitive()) {
            return JdkCopiers::copyPrimitives;
        }
        if (ClassFacts.of(component).always()) {
            return (value, depth) -> ((Object[]) value).clone();
        }
        return JdkCopiers::copyArray;
    }

    private static Object copyPrimitives(Object array, int depth) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static Object copyArray(Object array, int depth) {
        @Nullable Object[] copy = ((Object[]) array).clone();
        Arrays.setAll(copy, i -> DeepCopy.value(copy[i], depth + 1));
        return copy;
    }

    private static Object copyOptional(Object value, int depth) {
        Object content = ((Optional<?>) value).orElse(null);
        Object copy = DeepCopy.value(content, depth + 1);
        return copy == content ? value : Optional.ofNullable(copy);
    }

    private static Object copyEnumMap(Object value, int depth) {
        EnumMap<?, ?> copy = ((EnumMap<?, ?>) value).clone();
        copyValues(copy, depth);
        return copy;
    }

    private static <K, V extends @Nullable Object> void copyValues(Map<K, V> map, int depth) {
        for (Map.Entry<K, V> entry : map.entrySet()) {
            V before = entry.getValue();
            @SuppressWarnings("unchecked") // a copy is of the class of what it copies
            V copy = (V) DeepCopy.value(before, depth + 1);
            if (copy != before) {
                entry.setValue(copy);
            }
        }
    }

    private static Object copyEntry(Map.Entry<?, ?> entry, int depth) {
        return new AbstractMap.SimpleEntry<>(
                DeepCopy.value(entry.getKey(), depth + 1), DeepCopy.value(entry.getValue(), depth + 1));
    }

    private static Object copyImmutableEntry(Object value, int depth) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
        Object key = DeepCopy.value(entry.getKey(), depth + 1);
        Object content = DeepCopy.value(entry.getValue(), depth + 1);
        boolean same = key == entry.getKey() && content == entry.getValue();
        return same ? value : new AbstractMap.SimpleImmutableEntry<>(key, content);
    }
}
