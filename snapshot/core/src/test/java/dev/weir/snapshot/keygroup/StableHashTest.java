package dev.weir.snapshot.keygroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StableHashTest {

    record Point(int x, long y, String name) {}

    record Line(Point from, Point to) {}

    record Pair<A, B>(A first, B second) {}

    record OnDay(String user, DayOfWeek day) {}

    record Tree(String name, List<Tree> children) {}

    static List<Object> keysThatHashByThemselves() {
        return List.of(
                5L,
                -7,
                (short) 3,
                (byte) -1,
                'x',
                true,
                2.5,
                -0.0f,
                "text",
                new UUID(1, 2),
                Instant.ofEpochMilli(3),
                LocalDate.of(2024, 2, 29),
                ZonedDateTime.of(2024, 1, 1, 1, 1, 1, 1, ZoneId.of("Europe/Berlin")),
                ZoneId.of("Europe/Berlin"),
                new Point(1, 2L << 40, "p"),
                new Line(new Point(1, 2, "a"), new Point(3, 4, "b")),
                new Pair<>("a", 1L),
                List.of("a", 2, List.of()),
                Arrays.asList("a", null),
                new Tree("root", List.of(new Tree("leaf", List.of()))));
    }

    @ParameterizedTest
    @MethodSource("keysThatHashByThemselves")
    void aKeyWithoutEnumsHashesByItsOwnHashCode(Object key) {
        assertThat(StableHash.hashOf(key)).isEqualTo(key.hashCode());
        StableHash.checkKeyClass(key.getClass());
    }

    @Test
    void anEnumHashesByItsName() {
        assertThat(StableHash.hashOf(DayOfWeek.FRIDAY)).isEqualTo("FRIDAY".hashCode());
    }

    @Test
    void recordsAndListsWithEnumsHashByTheirContents() {
        int ofRecord = 31 * "u".hashCode() + "FRIDAY".hashCode();
        assertThat(StableHash.hashOf(new OnDay("u", DayOfWeek.FRIDAY))).isEqualTo(ofRecord);
        assertThat(StableHash.hashOf(new Pair<>("u", DayOfWeek.FRIDAY))).isEqualTo(ofRecord);
        assertThat(StableHash.hashOf(List.of(DayOfWeek.FRIDAY))).isEqualTo(31 + "FRIDAY".hashCode());
        assertThat(StableHash.hashOf(new OnDay("u", DayOfWeek.FRIDAY)))
                .isEqualTo(StableHash.hashOf(new OnDay("u", DayOfWeek.FRIDAY)));
    }

    @Test
    @SuppressWarnings("NullAway") // what users do who don't check
    void nullIsRefusedWithARemedy() {
        assertThatThrownBy(() -> StableHash.hashOf(null)).hasMessageContaining("filter such records");
    }

    @Test
    void aListThatHoldsItselfIsRefused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertThatThrownBy(() -> StableHash.hashOf(list)).hasMessageContaining("hold itself");
    }

    @Test
    void openTypesAreJudgedByTheirValues() {
        StableHash.checkKeyClass(Object.class);
        StableHash.checkKeyClass(Comparable.class);
        StableHash.checkKeyClass(Number.class);
        StableHash.checkKeyClass(List.class);
        StableHash.checkKeyClass(long.class);
        assertThatThrownBy(() -> StableHash.hashOf(new Pair<>("a", new Object())))
                .hasMessageContaining("java.lang.Object");
    }
}
