package dev.weir.snapshot.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.state.TypeHint;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueCodecTest {

    /** The order of constants is not their alphabetical one. */
    enum Color {
        RED,
        GREEN {
            @Override
            boolean isGreen() {
                return true;
            }
        };

        boolean isGreen() {
            return false;
        }
    }

    record Point(int x, long y, @Nullable String name) {}

    record Pair<A, B>(A first, B second) {}

    record Everything(
            byte b,
            short s,
            char c,
            boolean z,
            float f,
            double d,
            List<Point> points,
            Optional<Instant> at,
            Object any) {}

    /** A bean without a no-argument constructor, with a final field and a superclass. */
    static class Base {
        private final String id;

        Base(String id) {
            this.id = id;
        }
    }

    static final class Derived extends Base {
        private int count;
        private transient int cached = 5;

        Derived(String id, int count) {
            super(id);
            this.count = count;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Derived d && d.count == count && ((Base) d).id.equals(((Base) this).id);
        }

        @Override
        public int hashCode() {
            return count + cached - cached;
        }
    }

    /** Its fields don't say what it holds. */
    static final class OwnList extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    static final class Node {
        final List<Node> next = new ArrayList<>();
    }

    final class Inner {
        private final int x = ValueCodecTest.this.hashCode();

        int x() {
            return x;
        }
    }

    static Stream<Object> values() {
        return Stream.of(
                0L,
                Long.MIN_VALUE,
                -1,
                (short) 7,
                (byte) -8,
                'ü',
                true,
                1.5f,
                Double.NaN,
                "",
                "plain",
                "ünïcödé \uD83D\uDE00 and a lone \uD83D surrogate \u0000",
                new BigInteger("-123456789012345678901234567890"),
                new BigDecimal("1.50"),
                UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
                URI.create("https://example.org/a?b=c#d"),
                Locale.GERMANY,
                Currency.getInstance("EUR"),
                BitSet.valueOf(new long[] {5, 9}),
                Instant.ofEpochSecond(-3, 999_999_999),
                Duration.ofNanos(-1),
                Period.of(1, -2, 3),
                LocalDate.of(-5, 2, 28),
                LocalDateTime.of(2024, 2, 29, 23, 59, 59, 1),
                OffsetDateTime.parse("2024-02-29T10:00:00+05:30"),
                ZonedDateTime.of(LocalDateTime.of(2024, 10, 27, 2, 30), ZoneId.of("Europe/Berlin"))
                        .withLaterOffsetAtOverlap(),
                ZoneId.of("America/New_York"),
                YearMonth.of(2024, 2),
                DayOfWeek.SUNDAY,
                Color.GREEN,
                Optional.empty(),
                Optional.of("x"),
                OptionalLong.of(4),
                new Point(-1, Long.MAX_VALUE, null),
                new Pair<>(List.of(1, 2), Map.of("k", Color.RED)),
                new Everything(
                        (byte) 1,
                        (short) 2,
                        'c',
                        true,
                        3f,
                        4d,
                        List.of(new Point(1, 2, "n")),
                        Optional.of(Instant.EPOCH),
                        new Derived("id", 3)),
                new Derived("id", 9));
    }

    static Stream<Object> collections() {
        List<Integer> base = new ArrayList<>(List.of(3, 1, 2));
        TreeMap<String, Integer> reversed = new TreeMap<>(Comparator.reverseOrder());
        reversed.putAll(Map.of("a", 1, "b", 2));
        EnumMap<Color, Integer> byColor = new EnumMap<>(Color.class);
        byColor.put(Color.GREEN, 1);
        return Stream.of(
                List.of(),
                List.of(1, 2, 3),
                Stream.of(1, null).toList(),
                Arrays.asList(1, null),
                Collections.unmodifiableList(base),
                Collections.synchronizedList(base),
                base.subList(1, 3),
                Collections.nCopies(3, "x"),
                Collections.emptyList(),
                Collections.singletonList("s"),
                new CopyOnWriteArrayList<>(base),
                Set.of(1, 2, 3),
                new HashSet<>(base),
                new LinkedHashSet<>(base),
                new TreeSet<>(base),
                new TreeSet<>(base).headSet(3),
                EnumSet.of(Color.GREEN),
                EnumSet.noneOf(Color.class),
                new HashMap<>(Map.of("k", 1)).keySet(),
                Map.of("a", 1, "b", 2),
                new HashMap<>(Map.of("k", List.of(1))),
                new LinkedHashMap<>(Map.of("k", 1)),
                new ConcurrentHashMap<>(Map.of("k", 1)),
                Collections.unmodifiableMap(new HashMap<>(Map.of("k", 1))),
                Collections.singletonMap("k", 1),
                reversed,
                reversed.headMap("a"),
                byColor,
                new EnumMap<Color, Integer>(Color.class),
                Map.entry("k", 1),
                new AbstractMap.SimpleEntry<>("k", 2));
    }

    private static Object roundTrip(Object value) {
        return roundTrip(TypeHint.of(Object.class), value);
    }

    private static <T> Object roundTrip(TypeHint<T> type, T value) {
        ValueCodec<T> writer = codecs().codec(type);
        byte[] bytes = writer.encode(value);
        Object read =
                Objects.requireNonNull(codecs().reader(type, writer.schema()).decode(bytes));
        assertThat(Objects.requireNonNull(writer.decode(bytes)).getClass()).isEqualTo(read.getClass());
        return read;
    }

    private static Codecs codecs() {
        return new Codecs(ValueCodecTest.class.getClassLoader());
    }

    @ParameterizedTest
    @MethodSource({"values", "collections"})
    void aValueComesBackEqual(Object value) {
        assertThat(roundTrip(value)).isEqualTo(value);
    }

    @Test
    void collectionsKeepTheirOrderAndManner() {
        TreeMap<String, Integer> reversed = new TreeMap<>(Comparator.reverseOrder());
        reversed.putAll(Map.of("a", 1, "b", 2));
        TreeMap<?, ?> back = (TreeMap<?, ?>) roundTrip(reversed);
        assertThat(back.firstKey()).isEqualTo("b");
        @SuppressWarnings("unchecked")
        List<Object> unmodifiable = (List<Object>) roundTrip(Collections.unmodifiableList(new ArrayList<>(List.of(1))));
        assertThatThrownBy(() -> unmodifiable.add(2)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(roundTrip(new ArrayDeque<>(List.of(1, 2))).toString()).isEqualTo("[1, 2]");
        assertThat(((AtomicLong) roundTrip(new AtomicLong(7))).get()).isEqualTo(7);
    }

    record WithEnumMap(EnumMap<Color, Integer> counts) {}

    @Test
    void anEmptyEnumMapIsMadeFromItsDeclaredType() {
        WithEnumMap empty = new WithEnumMap(new EnumMap<>(Color.class));
        assertThat(roundTrip(TypeHint.of(WithEnumMap.class), empty)).isEqualTo(empty);
    }

    @Test
    void arraysComeBackWithTheirClass() {
        assertThat((int[]) roundTrip(new int[] {1, -2})).containsExactly(1, -2);
        assertThat((byte[]) roundTrip(new byte[] {1})).containsExactly(1);
        assertThat((long[]) roundTrip(new long[0])).isEmpty();
        assertThat((double[]) roundTrip(new double[] {0.5})).containsExactly(0.5);
        assertThat((boolean[]) roundTrip(new boolean[] {true, false})).containsExactly(true, false);
        assertThat((char[]) roundTrip(new char[] {'a'})).containsExactly('a');
        assertThat((String[]) roundTrip(new String[] {"a", "b"})).containsExactly("a", "b");
        assertThat((Point[]) roundTrip(new Point[] {new Point(1, 2, "")})).hasSize(1);
        assertThat((int[][]) roundTrip(new int[][] {{1}, {2, 3}})).isDeepEqualTo(new int[][] {{1}, {2, 3}});
    }

    @Test
    void whatCantComeBackIsRefusedWithItsPath() {
        assertRefused(new Pair<>("x", new OwnList()), "second", OwnList.class.getName());
        assertRefused(List.of(1, new Pair<>(Map.of("k", new Thread()), 1)), "[1].first", "java.lang.Thread");
        assertRefused(new IllegalStateException("x"), "IllegalStateException");
        assertRefused(new Object() {}, "anonymous");
        assertRefused(new ValueCodecTest().new Inner(), "inner class");
        assertRefused((Runnable) () -> {}, "lambda");
        assertRefused(new java.util.IdentityHashMap<>(), "IdentityHashMap");
        assertRefused(new HashMap<>(Map.of("k", 1)).values(), "HashMap$Values");
    }

    @Test
    void aCycleIsRefusedInsteadOfOverflowingTheStack() {
        Node node = new Node();
        node.next.add(node);
        assertRefused(node, "must not hold themselves");
    }

    private static void assertRefused(Object value, String... parts) {
        ValueCodec<Object> codec = codecs().codec(TypeHint.of(Object.class));
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOf(CodecException.class)
                .message()
                .contains(parts);
    }

    @Test
    void storedBytesThatEndTooEarlyOrGoOnAreRefused() {
        ValueCodec<Object> writer = codecs().codec(TypeHint.of(Object.class));
        byte[] bytes = writer.encode(List.of("abc", new Point(1, 2, "n"), new long[] {1, 2}));
        ValueReader<Object> reader = codecs().reader(TypeHint.of(Object.class), writer.schema());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> reader.decode(cut)).isInstanceOf(CodecException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> reader.decode(longer)).isInstanceOf(CodecException.class);
    }
}
