package dev.weir.snapshot.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.copy.UncopyableException;
import dev.weir.snapshot.state.TypeHint;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Values of common classes in each field of a record: an equal value comes back, or the first one is refused with its class
 * and the path to it; never another value. Nothing is opened to reflection for that.
 */
class CaseH25JdkValuesTest {

    /** What a user would keep. */
    record Customer(
            String id,
            List<?> list,
            Map<?, ?> map,
            Optional<Object> optional,
            Instant instant,
            LocalDate date,
            UUID uuid,
            @Nullable Object extra) {

        static Customer with(@Nullable Object extra) {
            return new Customer(
                    "c-1",
                    List.of("a", 2),
                    Map.of("k", 1L),
                    Optional.of("there"),
                    Instant.ofEpochSecond(5, 7),
                    LocalDate.of(2024, 2, 29),
                    new UUID(3, 4),
                    extra);
        }
    }

    /** It has no constructor without arguments. */
    private static final class Point {
        private final int x;

        Point(int x) {
            this.x = x;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Point point && point.x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }
    }

    private static Map<String, Object> storable() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("List.of", List.of(1, 2, 3));
        values.put("Stream.toList", Stream.of("a", "b").toList());
        values.put("Arrays.asList", Arrays.asList(1, null));
        values.put("unmodifiableList", Collections.unmodifiableList(new ArrayList<>(List.of(1, 2))));
        values.put("synchronizedList", Collections.synchronizedList(new ArrayList<>(List.of(1))));
        values.put("subList", new ArrayList<>(List.of(1, 2, 3)).subList(1, 3));
        values.put("nCopies", Collections.nCopies(3, "x"));
        values.put("keySet", new HashMap<>(Map.of("a", 1, "b", 2)).keySet());
        values.put("headMap", new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3)).headMap("c"));
        values.put("reversed", reversed());
        values.put("Map.entry", Map.entry("k", 5));
        values.put("EnumMap", new EnumMap<>(Map.of(TimeUnit.DAYS, 1, TimeUnit.HOURS, 2)));
        values.put("UUID", UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"));
        values.put("URI", URI.create("https://example.org/x?y=z"));
        values.put("without default constructor", new Point(5));
        return values;
    }

    private static SortedMap<String, Integer> reversed() {
        SortedMap<String, Integer> map = new TreeMap<>(Comparator.reverseOrder());
        map.putAll(Map.of("a", 1, "b", 2, "c", 3));
        return map;
    }

    private static Customer roundTrip(Customer value) {
        Codecs codecs = new Codecs(CaseH25JdkValuesTest.class.getClassLoader());
        ValueCodec<Customer> codec = codecs.codec(TypeHint.of(Customer.class));
        byte[] bytes = codec.encode(value);
        return Objects.requireNonNull(
                codecs.reader(TypeHint.of(Customer.class), codec.schema()).decode(bytes));
    }

    @Test
    void equalValuesComeBack() {
        storable().forEach((name, value) -> {
            Customer customer = Customer.with(value);
            assertThat(roundTrip(customer)).as(name).isEqualTo(customer);
            assertThat(new RecordCopier().copy(customer)).as(name).isEqualTo(customer);
        });
        assertThat(roundTrip(Customer.with(null))).isEqualTo(Customer.with(null));
    }

    @Test
    void theOrderOfASortedMapIsKept() {
        Customer back = roundTrip(Customer.with(reversed()));
        assertThat(back.extra())
                .isInstanceOfSatisfying(
                        TreeMap.class, map -> assertThat(map.firstKey()).isEqualTo("c"));
    }

    @Test
    void countersComeBackWithTheirValue() {
        Customer back = roundTrip(Customer.with(new AtomicLong(41)));
        assertThat(back.extra())
                .isInstanceOfSatisfying(
                        AtomicLong.class, count -> assertThat(count).hasValue(41));
    }

    private static HashMultimap<String, Integer> multimap() {
        HashMultimap<String, Integer> map = HashMultimap.create();
        map.put("a", 1);
        map.put("a", 2);
        return map;
    }

    @Test
    void whatCantComeBackEqualIsRefusedWithClassAndField() {
        List<Object> refused = List.of(multimap(), new IllegalStateException("an exception"), new Object() {
            @Override
            public String toString() {
                return "anonymous";
            }
        });
        for (Object value : refused) {
            assertThatThrownBy(() -> roundTrip(Customer.with(value)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("extra")
                    .hasMessageContaining(value.getClass().getName());
        }
    }

    @Test
    void immutableCollectionsOfOthersComeBackEqualOrAreRefused() {
        for (Object value : List.of(ImmutableList.of(1, 2), ImmutableMap.of("a", 1), ImmutableSet.of("x"))) {
            Customer customer = Customer.with(value);
            try {
                assertThat(roundTrip(customer)).isEqualTo(customer);
            } catch (CodecException refused) {
                assertThat(refused)
                        .hasMessageContaining("extra")
                        .hasMessageContaining(value.getClass().getName());
            }
            try {
                assertThat(new RecordCopier().copy(customer)).isEqualTo(customer);
            } catch (UncopyableException refused) {
                assertThat(refused).hasMessageContaining(value.getClass().getName());
            }
        }
    }
}
