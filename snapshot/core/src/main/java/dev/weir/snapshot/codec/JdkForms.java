package dev.weir.snapshot.codec;

import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Finds the form of a JDK class. Invariant: a class that isn't known to round-trip has none. Immutable, shared. */
final class JdkForms {

    private static final Map<Class<?>, Form> LEAVES = LeafForms.byClass();
    private static final Map<String, Form> BY_NAME = byName();

    private JdkForms() {}

    private static Map<String, Form> byName() {
        Map<String, Form> forms = new HashMap<>(new ContainerForms().byName());
        for (Form leaf : LEAVES.values()) {
            forms.put(leaf.name(), leaf);
        }
        return Map.copyOf(forms);
    }

    /** The form with the name it has in the format; null where this version has none. */
    static @Nullable Form named(String name) {
        return BY_NAME.get(name);
    }

    /** The form for values of a JDK class; null where it has none. */
    static @Nullable Form of(Object value) {
        Class<?> type = value.getClass();
        Form leaf = LEAVES.get(type);
        if (leaf != null) {
            return leaf;
        }
        if (value instanceof ZoneId) {
            return named(ZoneId.class.getName());
        }
        if (value instanceof Charset) {
            return named(Charset.class.getName());
        }
        Form container = named(type.getName());
        return container != null ? container : byShape(value, type.getName());
    }

    private static @Nullable Form byShape(Object value, String className) {
        if (!className.startsWith("java.util.") || hasIdentitySemantics(className)) {
            return null;
        }
        if (value instanceof EnumSet<?>) {
            return named("enum-set");
        }
        if (value instanceof EnumMap<?, ?>) {
            return named("enum-map");
        }
        if (value instanceof Optional<?>) {
            return named("optional");
        }
        if (value instanceof AtomicReference<?>) {
            return named("atomic-reference");
        }
        if (value instanceof Map.Entry<?, ?>) {
            return named(isImmutableEntry(className) ? "entry.immutable" : "entry");
        }
        String sort = sortOf(value);
        return sort == null ? null : named(sort, manner(className));
    }

    private static boolean hasIdentitySemantics(String className) {
        return className.startsWith("java.util.IdentityHashMap")
                || className.startsWith("java.util.WeakHashMap")
                || className.equals("java.util.Collections$SetFromMap");
    }

    private static boolean isImmutableEntry(String className) {
        return className.equals("java.util.KeyValueHolder") || className.contains("Immutable");
    }

    private static @Nullable String sortOf(Object value) {
        if (value instanceof List<?>) {
            return "list";
        }
        if (value instanceof SortedSet<?>) {
            return "sorted-set";
        }
        if (value instanceof Set<?>) {
            return "set";
        }
        if (value instanceof SortedMap<?, ?>) {
            return "sorted-map";
        }
        return value instanceof Map<?, ?> ? "map" : null;
    }

    private static String manner(String className) {
        if (className.startsWith("java.util.ImmutableCollections")) {
            return "immutable";
        }
        if (className.equals("java.util.Arrays$ArrayList")) {
            return "fixed-size";
        }
        if (className.startsWith("java.util.Collections$Synchronized")) {
            return "synchronized";
        }
        if (className.startsWith("java.util.concurrent.ConcurrentHashMap$KeySetView")) {
            return "concurrent";
        }
        boolean view = className.startsWith("java.util.Collections$")
                && !className.startsWith("java.util.Collections$Checked");
        return view ? "unmodifiable" : "plain";
    }

    private static @Nullable Form named(String sort, String manner) {
        if (!manner.equals("plain")) {
            return named(sort + "." + manner);
        }
        return switch (sort) {
            case "list" -> named("java.util.ArrayList");
            case "set" -> named("java.util.LinkedHashSet");
            case "map" -> named(LinkedHashMap.class.getName());
            case "sorted-set" -> named("java.util.TreeSet");
            default -> named("java.util.TreeMap");
        };
    }

    /** Whether values of the class hold their elements: such a class is stored by a form of its own or not at all. */
    static boolean isContainer(Class<?> type) {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }
}
