package dev.weir.snapshot.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImmutabilityTest {

    record Plain(int number, String text, BigDecimal price, DayOfWeek day, Instant at, ZoneId zone, Kind kind) {}

    enum Kind {
        A,
        B
    }

    record Chain(String name, @Nullable Chain next) {}

    record Generic<T>(T value) {}

    record WithList(List<String> values) {}

    @SuppressWarnings("ArrayRecordComponent") // what users write
    record WithArray(int[] values) {}

    record WithDate(Date date) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    record Drawing(Shape shape, String name) {}

    sealed interface Loose permits Bean, Circle2 {}

    static non-sealed class Bean implements Loose {
        int changing;
    }

    record Circle2(double radius) implements Loose {}

    record LooseDrawing(Loose loose) {}

    static class Open {
        private final int number;

        Open(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    static final class Closed extends Open {
        private final String text;

        Closed(String text) {
            super(1);
            this.text = text;
        }

        String text() {
            return text + number();
        }
    }

    record HoldsOpen(Open open) {}

    static final class Flat {
        long sum;
        String name = "";
    }

    static final class Deep {
        Object any = "";
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                String.class,
                Long.class,
                int.class,
                UUID.class,
                BigDecimal.class,
                Instant.class,
                DayOfWeek.class,
                Plain.class,
                Chain.class,
                Drawing.class,
                Shape.class,
                Closed.class,
                Kind.class
            })
    void whatNeverChangesIsAlwaysImmutable(Class<?> type) {
        assertThat(Copiers.isAlwaysImmutable(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Object.class,
                Generic.class,
                WithList.class,
                WithArray.class,
                WithDate.class,
                Loose.class,
                LooseDrawing.class,
                Open.class,
                HoldsOpen.class,
                Bean.class,
                int[].class,
                String[].class,
                Date.class,
                ArrayList.class,
                Comparable.class,
                Runnable.class,
                StringBuilder.class
            })
    void whatMayChangeIsNotAlwaysImmutable(Class<?> type) {
        assertThat(Copiers.isAlwaysImmutable(type)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(classes = {Plain.class, Open.class, Closed.class, Object.class, Circle.class})
    void objectsOfExactlySuchAClassAreImmutable(Class<?> type) {
        assertThat(Copiers.isImmutable(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {Flat.class, Plain.class, Bean.class, long[].class, String[].class, Long.class})
    void aFlatObjectHoldsNothingMutable(Class<?> type) {
        assertThat(Copiers.isFlat(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {Deep.class, Generic.class, ArrayList.class, Object[].class, Date[].class, HoldsOpen.class})
    void anObjectWithOpenFieldsIsNotFlat(Class<?> type) {
        assertThat(Copiers.isFlat(type)).isFalse();
        Deep deep = new Deep();
        Flat flat = new Flat();
        assertThat(deep.any).isEqualTo(flat.name);
        assertThat(flat.sum).isEqualTo(new Bean().changing);
        assertThat(new Closed("x").text()).isEqualTo("x1");
    }
}
