package dev.weir.snapshot.copy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Copiers of the JDK's collections and maps, in the order of their iteration. Comparators are shared. */
@SuppressWarnings("JdkObsolete") // what users hold is copied as what it is
final class CollectionCopiers {

    private static final Map<Class<?>, DeepCopier> BY_CLASS = new HashMap<>();

    static {
        BY_CLASS.put(ArrayList.class, filling(from -> new ArrayList<>(from.size())));
        BY_CLASS.put(LinkedList.class, filling(from -> new LinkedList<>()));
        BY_CLASS.put(Vector.class, filling(from -> new Vector<>(from.size())));
        BY_CLASS.put(Stack.class, filling(from -> new Stack<>()));
        BY_CLASS.put(ArrayDeque.class, filling(from -> new ArrayDeque<>(from.size())));
        BY_CLASS.put(ConcurrentLinkedQueue.class, filling(from -> new ConcurrentLinkedQueue<>()));
        BY_CLASS.put(ConcurrentLinkedDeque.class, filling(from -> new ConcurrentLinkedDeque<>()));
        BY_CLASS.put(HashSet.class, filling(from -> new HashSet<>(from.size() * 2)));
        BY_CLASS.put(LinkedHashSet.class, filling(from -> new LinkedHashSet<>(from.size() * 2)));
        BY_CLASS.put(TreeSet.class, filling(from -> new TreeSet<>(orderOf(from))));
        BY_CLASS.put(ConcurrentSkipListSet.class, filling(from -> new ConcurrentSkipListSet<>(orderOf(from))));
        BY_CLASS.put(PriorityQueue.class, filling(from -> new PriorityQueue<>(orderOf(from))));
        BY_CLASS.put(
                CopyOnWriteArrayList.class,
                (value, depth) -> new CopyOnWriteArrayList<>(elements((Collection<?>) value, depth)));
        BY_CLASS.put(HashMap.class, CollectionCopiers::copyHashMap);
        BY_CLASS.put(LinkedHashMap.class, CollectionCopiers::copyHashMap);
        BY_CLASS.put(TreeMap.class, fillingMap(from -> new TreeMap<>(orderOf(from))));
        BY_CLASS.put(ConcurrentSkipListMap.class, fillingMap(from -> new ConcurrentSkipListMap<>(orderOf(from))));
        BY_CLASS.put(ConcurrentHashMap.class, fillingMap(from -> new ConcurrentHashMap<>(from.size() * 2)));
        BY_CLASS.put(Hashtable.class, fillingMap(from -> new Hashtable<>(from.size() * 2 + 1)));
    }

    private CollectionCopiers() {}

    static @Nullable DeepCopier copierOf(Class<?> type) {
        DeepCopier known = BY_CLASS.get(type);
        return known == null ? WrapperCopiers.copierOf(type) : known;
    }

    /** The copied elements of a collection, in order. */
    static List<@Nullable Object> elements(Collection<?> source, int depth) {
        List<@Nullable Object> copies = new ArrayList<>(source.size());
        for (Object element : source) {
            copies.add(DeepCopy.value(element, depth + 1));
        }
        return copies;
    }

    /** The copied entries of a map, in order. */
    static Map<@Nullable Object, @Nullable Object> entries(Map<?, ?> source, int depth) {
        Map<@Nullable Object, @Nullable Object> copies = new LinkedHashMap<>(source.size() * 2);
        fill(copies, source, depth);
        return copies;
    }

    static DeepCopier filling(Function<Collection<?>, Collection<@Nullable Object>> empty) {
        return (value, depth) -> {
            Collection<?> source = (Collection<?>) value;
            Collection<@Nullable Object> copy = empty.apply(source);
            for (Object element : source) {
                copy.add(DeepCopy.value(element, depth + 1));
            }
            return copy;
        };
    }

    static DeepCopier fillingMap(Function<Map<?, ?>, Map<@Nullable Object, @Nullable Object>> empty) {
        return (value, depth) -> {
            Map<?, ?> source = (Map<?, ?>) value;
            Map<@Nullable Object, @Nullable Object> copy = empty.apply(source);
            fill(copy, source, depth);
            return copy;
        };
    }

    private static void fill(Map<@Nullable Object, @Nullable Object> copy, Map<?, ?> source, int depth) {
        for (Map.Entry<?, ?> entry : source.entrySet()) {
            copy.put(DeepCopy.value(entry.getKey(), depth + 1), DeepCopy.value(entry.getValue(), depth + 1));
        }
    }

    /** By clone, which keeps a linked map's order of access. */
    private static Object copyHashMap(Object value, int depth) {
        HashMap<?, ?> source = (HashMap<?, ?>) value;
        @SuppressWarnings("unchecked") // filled with copies of the source's own keys and values
        HashMap<@Nullable Object, @Nullable Object> copy = (HashMap<@Nullable Object, @Nullable Object>) source.clone();
        copy.clear();
        fill(copy, source, depth);
        return copy;
    }

    /** The comparator of a sorted collection; null for the natural order. */
    @SuppressWarnings("unchecked") // it compares copies of what it compared before
    static @Nullable Comparator<@Nullable Object> orderOf(Object sorted) {
        if (sorted instanceof SortedSet<?> set) {
            return (Comparator<@Nullable Object>) set.comparator();
        }
        if (sorted instanceof SortedMap<?, ?> map) {
            return (Comparator<@Nullable Object>) map.comparator();
        }
        return (Comparator<@Nullable Object>) ((PriorityQueue<?>) sorted).comparator();
    }

    /** Whether two collections hold the same objects in the same order of iteration. */
    static boolean isSame(Collection<?> left, Collection<?> right) {
        return Arrays.equals(left.toArray(), right.toArray(), (a, b) -> a == b ? 0 : 1);
    }

    /** A set in the order of the list. */
    static Set<@Nullable Object> setOf(List<@Nullable Object> elements) {
        return new LinkedHashSet<>(elements);
    }
}
