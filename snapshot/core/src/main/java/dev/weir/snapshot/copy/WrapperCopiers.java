package dev.weir.snapshot.copy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Copiers of the JDK's immutable collections, wrappers and views. Their classes can't be named in Java, so they are told
 * apart by name and interface. An unmodifiable wrapper stays one, around a copy of what it wraps; a view (sub-list, key
 * set, part of a sorted map) becomes a collection of its own.
 */
final class WrapperCopiers {

    private static final String COLLECTIONS = "java.util.Collections$";

    private WrapperCopiers() {}

    static @Nullable DeepCopier copierOf(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("java.util.ImmutableCollections$")) {
            return immutable(type);
        }
        if (name.startsWith(COLLECTIONS)) {
            return ofCollections(type, name.substring(COLLECTIONS.length()));
        }
        if (name.equals("java.util.Arrays$ArrayList")) {
            return (value, depth) -> Arrays.asList(
                    CollectionCopiers.elements((Collection<?>) value, depth).toArray());
        }
        return name.startsWith("java.util.") && name.contains("$") ? view(type) : null;
    }

    /** List.of, Set.of, Map.of and their like: themselves as long as all they hold is immutable. */
    private static @Nullable DeepCopier immutable(Class<?> type) {
        if (Map.class.isAssignableFrom(type)) {
            return (value, depth) -> copyImmutableMap((Map<?, ?>) value, depth);
        }
        if (Set.class.isAssignableFrom(type)) {
            return (value, depth) -> copyImmutable((Set<?>) value, depth, copies -> Set.of(copies.toArray()));
        }
        return List.class.isAssignableFrom(type)
                ? (value, depth) -> copyImmutable((List<?>) value, depth, Collections::unmodifiableList)
                : null;
    }

    private static Object copyImmutable(
            Collection<?> source, int depth, Function<List<@Nullable Object>, Object> rebuilt) {
        List<@Nullable Object> copies = CollectionCopiers.elements(source, depth);
        return CollectionCopiers.isSame(copies, source) ? source : rebuilt.apply(copies);
    }

    private static Object copyImmutableMap(Map<?, ?> source, int depth) {
        Map<@Nullable Object, @Nullable Object> copies = CollectionCopiers.entries(source, depth);
        boolean same = CollectionCopiers.isSame(copies.keySet(), source.keySet())
                && CollectionCopiers.isSame(copies.values(), source.values());
        return same ? source : Collections.unmodifiableMap(copies);
    }

    private static @Nullable DeepCopier ofCollections(Class<?> type, String kind) {
        if (kind.startsWith("Empty")) {
            return DeepCopy.SAME;
        }
        if (kind.startsWith("Unmodifiable")) {
            return Map.class.isAssignableFrom(type) ? unmodifiableMap(type) : unmodifiable(type);
        }
        return switch (kind) {
            case "SingletonList", "CopiesList" ->
                (value, depth) -> copyImmutable((List<?>) value, depth, Collections::unmodifiableList);
            case "SingletonSet" ->
                (value, depth) -> copyImmutable((Set<?>) value, depth, copies -> Set.of(copies.toArray()));
            case "SingletonMap" -> (value, depth) -> copyImmutableMap((Map<?, ?>) value, depth);
            case "SynchronizedList", "SynchronizedRandomAccessList" ->
                (value, depth) -> Collections.synchronizedList(CollectionCopiers.elements((List<?>) value, depth));
            case "SynchronizedSet" ->
                (value, depth) -> Collections.synchronizedSet(
                        CollectionCopiers.setOf(CollectionCopiers.elements((Set<?>) value, depth)));
            case "SynchronizedMap" ->
                (value, depth) -> Collections.synchronizedMap(CollectionCopiers.entries((Map<?, ?>) value, depth));
            default -> null;
        };
    }

    private static DeepCopier unmodifiable(Class<?> type) {
        if (NavigableSet.class.isAssignableFrom(type)) {
            return (value, depth) -> Collections.unmodifiableNavigableSet(sortedSet((SortedSet<?>) value, depth));
        }
        if (SortedSet.class.isAssignableFrom(type)) {
            return (value, depth) -> Collections.unmodifiableSortedSet(sortedSet((SortedSet<?>) value, depth));
        }
        if (Set.class.isAssignableFrom(type)) {
            return (value, depth) -> Collections.unmodifiableSet(
                    CollectionCopiers.setOf(CollectionCopiers.elements((Set<?>) value, depth)));
        }
        if (List.class.isAssignableFrom(type)) {
            return (value, depth) -> Collections.unmodifiableList(CollectionCopiers.elements((List<?>) value, depth));
        }
        return (value, depth) ->
                Collections.unmodifiableCollection(CollectionCopiers.elements((Collection<?>) value, depth));
    }

    private static DeepCopier unmodifiableMap(Class<?> type) {
        if (NavigableMap.class.isAssignableFrom(type)) {
            return (value, depth) -> Collections.unmodifiableNavigableMap(sortedMap((SortedMap<?, ?>) value, depth));
        }
        if (SortedMap.class.isAssignableFrom(type)) {
            return (value, depth) -> Collections.unmodifiableSortedMap(sortedMap((SortedMap<?, ?>) value, depth));
        }
        return (value, depth) -> Collections.unmodifiableMap(CollectionCopiers.entries((Map<?, ?>) value, depth));
    }

    private static @Nullable DeepCopier view(Class<?> type) {
        if (SortedMap.class.isAssignableFrom(type)) {
            return (value, depth) -> sortedMap((SortedMap<?, ?>) value, depth);
        }
        if (SortedSet.class.isAssignableFrom(type)) {
            return (value, depth) -> sortedSet((SortedSet<?>) value, depth);
        }
        if (Set.class.isAssignableFrom(type)) {
            return CollectionCopiers.filling(from -> new LinkedHashSet<>(from.size() * 2));
        }
        return Collection.class.isAssignableFrom(type)
                ? CollectionCopiers.filling(from -> new ArrayList<>(from.size()))
                : null;
    }

    private static NavigableSet<@Nullable Object> sortedSet(SortedSet<?> source, int depth) {
        TreeSet<@Nullable Object> copy = new TreeSet<>(CollectionCopiers.orderOf(source));
        copy.addAll(CollectionCopiers.elements(source, depth));
        return copy;
    }

    private static NavigableMap<@Nullable Object, @Nullable Object> sortedMap(SortedMap<?, ?> source, int depth) {
        TreeMap<@Nullable Object, @Nullable Object> copy = new TreeMap<>(CollectionCopiers.orderOf(source));
        copy.putAll(CollectionCopiers.entries(source, depth));
        return copy;
    }
}
