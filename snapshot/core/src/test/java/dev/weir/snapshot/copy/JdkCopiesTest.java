package dev.weir.snapshot.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // what users hold is copied as what it is
class JdkCopiesTest {

    /** A mutable element; equal by content. */
    static final class Cell implements Comparable<Cell> {
        private int value;

        static Cell of(int value) {
            Cell cell = new Cell();
            cell.value = value;
            return cell;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Cell cell && cell.value == value;
        }

        @Override
        public int hashCode() {
            return value;
        }

        @Override
        public int compareTo(Cell other) {
            return Integer.compare(value, other.value);
        }
    }

    static Stream<Function<Collection<Cell>, Collection<Cell>>> collections() {
        return Stream.of(
                ArrayList::new,
                LinkedList::new,
                HashSet::new,
                LinkedHashSet::new,
                TreeSet::new,
                ArrayDeque::new,
                CopyOnWriteArrayList::new,
                from -> {
                    TreeSet<Cell> reversed = new TreeSet<>(Comparator.reverseOrder());
                    reversed.addAll(from);
                    return reversed;
                },
                PriorityQueue::new,
                List::copyOf,
                Set::copyOf,
                from -> from.stream().toList(),
                from -> Arrays.asList(from.toArray(Cell[]::new)),
                from -> new ArrayList<>(from).subList(1, 3),
                from -> new LinkedList<>(from).subList(1, 3),
                from -> Collections.unmodifiableList(new ArrayList<>(from)),
                from -> Collections.unmodifiableSet(new LinkedHashSet<>(from)),
                from -> Collections.unmodifiableSortedSet(new TreeSet<>(from)),
                from -> Collections.unmodifiableCollection(new ArrayList<>(from)),
                from -> Collections.synchronizedList(new ArrayList<>(from)),
                from -> Collections.singletonList(from.iterator().next()),
                from -> Collections.singleton(from.iterator().next()),
                from -> Collections.nCopies(2, from.iterator().next()),
                from -> new TreeSet<>(from).headSet(Cell.of(3)),
                from -> new TreeSet<>(from).descendingSet());
    }

    @ParameterizedTest
    @MethodSource("collections")
    void aCollectionIsCopiedWithItsElements(Function<Collection<Cell>, Collection<Cell>> kind) {
        Collection<Cell> source = kind.apply(List.of(Cell.of(1), Cell.of(2), Cell.of(3)));
        List<Integer> before = values(source);
        Collection<Cell> copy = copyOf(source);
        assertThat(copy).isNotSameAs(source);
        assertThat(values(copy)).hasSameSizeAs(before).containsExactlyInAnyOrderElementsOf(before);
        if (source instanceof List || source instanceof LinkedHashSet || source instanceof TreeSet) {
            assertThat(values(copy)).isEqualTo(before);
        }
        source.forEach(cell -> cell.value += 100);
        assertThat(values(copy)).containsExactlyInAnyOrderElementsOf(before);
    }

    @ParameterizedTest
    @MethodSource("collections")
    void aMutableCollectionOfImmutablesIsCopiedToo(Function<Collection<Cell>, Collection<Cell>> kind) {
        Collection<Object> source = new ArrayList<>(kind.apply(List.of(Cell.of(1), Cell.of(2), Cell.of(3))));
        source.add("text");
        Collection<Object> copy = copyOf(source);
        source.clear();
        assertThat(copy).contains("text");
    }

    private static List<Integer> values(Collection<Cell> cells) {
        return cells.stream().map(cell -> cell.value).toList();
    }

    static Stream<Function<Map<Cell, Cell>, Map<Cell, Cell>>> maps() {
        return Stream.of(
                HashMap::new,
                LinkedHashMap::new,
                TreeMap::new,
                ConcurrentHashMap::new,
                Map::copyOf,
                from -> Collections.unmodifiableMap(new LinkedHashMap<>(from)),
                from -> Collections.unmodifiableSortedMap(new TreeMap<>(from)),
                from -> Collections.synchronizedMap(new HashMap<>(from)),
                from -> new TreeMap<>(from).descendingMap(),
                from -> new TreeMap<>(from).headMap(Cell.of(2)),
                from -> Collections.singletonMap(Cell.of(1), Cell.of(10)));
    }

    @ParameterizedTest
    @MethodSource("maps")
    void aMapIsCopiedWithKeysAndValues(Function<Map<Cell, Cell>, Map<Cell, Cell>> kind) {
        Map<Cell, Cell> source = kind.apply(new HashMap<>(Map.of(Cell.of(1), Cell.of(10), Cell.of(2), Cell.of(20))));
        String before = texts(source);
        Map<Cell, Cell> copy = copyOf(source);
        assertThat(copy).isNotSameAs(source).isEqualTo(source);
        for (Map.Entry<Cell, Cell> entry : List.copyOf(source.entrySet())) {
            entry.getValue().value++;
            entry.getKey().value += 100;
        }
        assertThat(texts(copy)).isEqualTo(before);
    }

    private static String texts(Map<Cell, Cell> map) {
        StringBuilder text = new StringBuilder();
        map.forEach((key, value) ->
                text.append(key.value).append('=').append(value.value).append(' '));
        return text.toString();
    }

    @Test
    void keySetsAndValuesBecomeCollectionsOfTheirOwn() {
        Map<String, Cell> map = new HashMap<>(Map.of("a", Cell.of(1)));
        Collection<String> keys = copyOf(map.keySet());
        Collection<Cell> values = copyOf(map.values());
        map.clear();
        assertThat(keys).containsExactly("a");
        assertThat(values).containsExactly(Cell.of(1));
    }

    @Test
    void enumCollectionsKeepTheirKind() {
        EnumSet<DayOfWeek> days = EnumSet.of(DayOfWeek.MONDAY);
        EnumSet<DayOfWeek> daysCopy = copyOf(days);
        EnumMap<DayOfWeek, Cell> map = new EnumMap<>(Map.of(DayOfWeek.MONDAY, Cell.of(1)));
        EnumMap<DayOfWeek, Cell> mapCopy = copyOf(map);
        days.clear();
        Objects.requireNonNull(map.get(DayOfWeek.MONDAY)).value = 9;
        assertThat(daysCopy).containsExactly(DayOfWeek.MONDAY);
        assertThat(mapCopy).containsEntry(DayOfWeek.MONDAY, Cell.of(1));
    }

    @Test
    void aLinkedMapKeepsItsOrderOfAccess() {
        Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);
        recent.putAll(Map.of("a", 1, "b", 2));
        Map<String, Integer> copy = copyOf(recent);
        String first = copy.keySet().iterator().next();
        assertThat(copy.get(first)).isNotNull();
        assertThat(List.copyOf(copy.keySet()).get(1)).isEqualTo(first);
    }

    @Test
    void arraysAreCopiedWithTheirElements() {
        Cell[][] cells = {{Cell.of(1)}, {Cell.of(2)}};
        Cell[][] copy = copyOf(cells);
        int[] numbers = {1, 2};
        int[] numbersCopy = copyOf(numbers);
        String[] texts = {"a"};
        String[] textsCopy = copyOf(texts);
        cells[0][0].value = 9;
        numbers[0] = 9;
        texts[0] = "b";
        assertThat(copy[0][0].value).isEqualTo(1);
        assertThat(numbersCopy).containsExactly(1, 2);
        assertThat(textsCopy).containsExactly("a");
    }

    @Test
    void otherMutableClassesAreCopied() {
        AtomicLong number = new AtomicLong(1);
        AtomicLong numberCopy = copyOf(number);
        BitSet bits = BitSet.valueOf(new long[] {5});
        BitSet bitsCopy = copyOf(bits);
        Date date = new Date(1);
        Date dateCopy = copyOf(date);
        StringBuilder text = new StringBuilder("a");
        StringBuilder textCopy = copyOf(text);
        Optional<Cell> optional = Optional.of(Cell.of(1));
        Optional<Cell> optionalCopy = copyOf(optional);
        Map.Entry<String, Cell> entry = new AbstractMap.SimpleEntry<>("a", Cell.of(1));
        Map.Entry<String, Cell> entryCopy = copyOf(entry);
        Map.Entry<String, Cell> fixed = Map.entry("a", Cell.of(1));
        Map.Entry<String, Cell> fixedCopy = copyOf(fixed);
        number.set(2);
        bits.clear();
        date.setTime(2);
        text.append("b");
        optional.get().value = 2;
        entry.setValue(Cell.of(2));
        fixed.getValue().value = 2;
        assertThat(numberCopy).hasValue(1);
        assertThat(bitsCopy.cardinality()).isEqualTo(2);
        assertThat(dateCopy).isEqualTo(new Date(1));
        assertThat(textCopy.toString()).isEqualTo("a");
        assertThat(optionalCopy).contains(Cell.of(1));
        assertThat(entryCopy.getValue()).isEqualTo(Cell.of(1));
        assertThat(fixedCopy.getValue()).isEqualTo(Cell.of(1));
    }

    @Test
    void immutableCollectionsOfImmutablesAreTheirOwnCopies() {
        for (Object each : List.of(
                List.of(),
                List.of(1, 2, 3),
                Map.of("a", 1),
                Collections.emptyMap(),
                Collections.singletonList("a"),
                Optional.of("a"),
                Map.entry("a", 1))) {
            assertThat(Copiers.copy(each)).isSameAs(each);
        }
    }

    @SuppressWarnings("unchecked") // a copy is of the class of what it copies
    private static <T> T copyOf(T source) {
        return (T) Objects.requireNonNull(Copiers.copy(source));
    }
}
