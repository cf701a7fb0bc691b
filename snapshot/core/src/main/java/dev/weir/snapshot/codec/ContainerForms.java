package dev.weir.snapshot.codec;

import dev.weir.snapshot.codec.ContainerForm.Head;
import dev.weir.snapshot.codec.ContainerForm.Maker;
import dev.weir.snapshot.codec.ContainerForm.Shape;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's collections. Those with a public class keep it; private ones (unmodifiable, immutable, views) come back as an
 * equal collection of the same sort: what could not be changed can't be changed afterwards.
 */
final class ContainerForms {

    private final Map<String, Form> byName = new LinkedHashMap<>();

    ContainerForms() {
        lists();
        sets();
        maps();
        wrappers();
    }

    /** All forms by the name they have in the format. */
    Map<String, Form> byName() {
        return byName;
    }

    @SuppressWarnings("JdkObsolete") // what was a LinkedList comes back as one
    private void lists() {
        collection(ArrayList.class, ArrayList::new);
        collection(LinkedList.class, LinkedList::new);
        collection(ArrayDeque.class, ArrayDeque::new);
        collection(Vector.class, Vector::new);
        collection(Stack.class, Stack::new);
        collection(CopyOnWriteArrayList.class, CopyOnWriteArrayList::new);
        single("list.immutable", p -> immutableList(p.values()));
        single("list.fixed-size", p -> Arrays.asList(p.values().toArray()));
        single("list.unmodifiable", p -> Collections.unmodifiableList(p.values()));
        single("list.synchronized", p -> Collections.synchronizedList(p.values()));
        single("optional", p -> p.values().isEmpty() ? Optional.empty() : Optional.of(only(p)));
        single(
                "atomic-reference",
                p -> new AtomicReference<@Nullable Object>(p.values().get(0)));
        sorted(PriorityQueue.class.getName(), Shape.SINGLE, p -> filled(priorityQueue(p), p));
    }

    private void sets() {
        collection(HashSet.class, HashSet::new);
        collection(LinkedHashSet.class, LinkedHashSet::new);
        collection(CopyOnWriteArraySet.class, CopyOnWriteArraySet::new);
        single("set.concurrent", p -> filled(ConcurrentHashMap.newKeySet(), p));
        single("set.immutable", p -> Set.copyOf(present(p.values())));
        single("set.unmodifiable", p -> Collections.unmodifiableSet(new LinkedHashSet<>(p.values())));
        single("set.synchronized", p -> Collections.synchronizedSet(new LinkedHashSet<>(p.values())));
        sorted(TreeSet.class.getName(), Shape.SINGLE, p -> filled(treeSet(p), p));
        sorted(
                ConcurrentSkipListSet.class.getName(),
                Shape.SINGLE,
                p -> filled(new ConcurrentSkipListSet<>(comparator(p)), p));
        sorted(
                "sorted-set.unmodifiable",
                Shape.SINGLE,
                p -> Collections.unmodifiableNavigableSet(filled(treeSet(p), p)));
        sorted(
                "sorted-set.synchronized",
                Shape.SINGLE,
                p -> Collections.synchronizedNavigableSet(filled(treeSet(p), p)));
        add(new ContainerForm("enum-set", Head.ENUM_CLASS, Shape.SINGLE, EnumContainers::makeSet));
    }

    @SuppressWarnings("JdkObsolete") // what was a Hashtable comes back as one
    private void maps() {
        map(HashMap.class, HashMap::new);
        map(LinkedHashMap.class, LinkedHashMap::new);
        map(Hashtable.class, Hashtable::new);
        map(ConcurrentHashMap.class, ConcurrentHashMap::new);
        pairs("map.immutable", p -> Map.copyOf(filledMap(new LinkedHashMap<>(), p)));
        pairs("map.unmodifiable", p -> Collections.unmodifiableMap(filledMap(new LinkedHashMap<>(), p)));
        pairs("map.synchronized", p -> Collections.synchronizedMap(filledMap(new LinkedHashMap<>(), p)));
        sorted(TreeMap.class.getName(), Shape.PAIRS, p -> filledMap(treeMap(p), p));
        sorted(
                ConcurrentSkipListMap.class.getName(),
                Shape.PAIRS,
                p -> filledMap(new ConcurrentSkipListMap<>(comparator(p)), p));
        sorted(
                "sorted-map.unmodifiable",
                Shape.PAIRS,
                p -> Collections.unmodifiableNavigableMap(filledMap(treeMap(p), p)));
        sorted(
                "sorted-map.synchronized",
                Shape.PAIRS,
                p -> Collections.synchronizedNavigableMap(filledMap(treeMap(p), p)));
        add(new ContainerForm("enum-map", Head.ENUM_CLASS, Shape.PAIRS, EnumContainers::makeMap));
    }

    private void wrappers() {
        pairs(
                "entry",
                p -> new AbstractMap.SimpleEntry<>(p.values().get(0), p.values().get(1)));
        pairs(
                "entry.immutable",
                p -> new AbstractMap.SimpleImmutableEntry<>(
                        p.values().get(0), p.values().get(1)));
    }

    private <C extends Collection<@Nullable Object>> void collection(Class<?> type, Supplier<C> empty) {
        single(type.getName(), p -> filled(empty.get(), p));
    }

    private <M extends Map<@Nullable Object, @Nullable Object>> void map(Class<?> type, Supplier<M> empty) {
        pairs(type.getName(), p -> filledMap(empty.get(), p));
    }

    private void single(String name, Maker maker) {
        add(new ContainerForm(name, Head.NONE, Shape.SINGLE, maker));
    }

    private void pairs(String name, Maker maker) {
        add(new ContainerForm(name, Head.NONE, Shape.PAIRS, maker));
    }

    private void sorted(String name, Shape shape, Maker maker) {
        add(new ContainerForm(name, Head.COMPARATOR, shape, maker));
    }

    private void add(Form form) {
        byName.put(form.name(), form);
    }

    private static Object only(ContainerForm.Parts parts) {
        return present(parts.values()).get(0);
    }

    private static List<Object> present(List<@Nullable Object> values) {
        List<Object> present = new ArrayList<>(values.size());
        for (Object value : values) {
            if (value == null) {
                throw new CodecException("a stored null stands where none is allowed");
            }
            present.add(value);
        }
        return present;
    }

    private static List<@Nullable Object> immutableList(List<@Nullable Object> values) {
        return values.contains(null) ? Collections.unmodifiableList(values) : List.copyOf(present(values));
    }

    private static <C extends Collection<@Nullable Object>> C filled(C empty, ContainerForm.Parts parts) {
        empty.addAll(parts.values());
        return empty;
    }

    private static <M extends Map<@Nullable Object, @Nullable Object>> M filledMap(M empty, ContainerForm.Parts parts) {
        List<@Nullable Object> values = parts.values();
        for (int i = 0; i < values.size(); i += 2) {
            empty.put(values.get(i), values.get(i + 1));
        }
        return empty;
    }

    @SuppressWarnings("unchecked") // the writer's collection was ordered by it
    private static @Nullable Comparator<Object> comparator(ContainerForm.Parts parts) {
        return (Comparator<Object>) parts.head();
    }

    private static NavigableSet<@Nullable Object> treeSet(ContainerForm.Parts parts) {
        return new TreeSet<>(comparator(parts));
    }

    private static NavigableMap<@Nullable Object, @Nullable Object> treeMap(ContainerForm.Parts parts) {
        return new TreeMap<>(comparator(parts));
    }

    private static PriorityQueue<@Nullable Object> priorityQueue(ContainerForm.Parts parts) {
        return new PriorityQueue<>(comparator(parts));
    }
}
